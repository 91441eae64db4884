#pragma once
// What a learner has done, in one file: work/progress.yaml. It is written with rename, so it is always whole; two
// copies of it can be merged in any order, because every field of the result is one that the copies agree on or the
// later, larger or better of the two.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "harness/result.h"

namespace learn {

using harness::Problem;
using harness::Result;

/// A time of UTC as it stands in the file, of harness::timestampNow(); empty: never.
using Timestamp = std::string;

/// Seconds from one to the other; 0 when either is no timestamp.
double secondsBetween(const Timestamp& from, const Timestamp& to);

/// One day of the course.
struct DayProgress {
  std::uint64_t runs = 0;   // judged in full
  double seconds = 0;       // spent, as the pauses between runs tell
  std::uint64_t hints = 0;  // shown
  Timestamp lastRun, solved;
  std::string lastVerdict, lastHeadline;  // of lastRun
  double bestRatio = 0;                   // to the copy, of a run that was right; 0: none
  std::string bestDevice;                 // where: "simulated Tesla T4", "NVIDIA H200"

  bool operator==(const DayProgress&) const = default;
};

/// What the course shows of a day.
enum class DayState { notBegun, begun, solved, broken };

struct Progress {
  std::map<int, DayProgress> days;  // by number

  bool operator==(const Progress&) const = default;
};

/// begun: there is a learner's file or a run. broken: solved once, and the last run says otherwise.
DayState stateOf(const DayProgress& day, bool hasFile);

/// Both copies' facts.
Progress merge(const Progress& a, const Progress& b);

/// The file's text, with a line on top that says what it is.
std::string progressText(const Progress& progress);

/// Reads the text. A file with the marks of an unresolved merge is read as both its sides, merged. The Problem names
/// the line.
Result<Progress> parseProgress(std::string_view text, const std::string& fileName);

/// One run's outcome.
struct RunFacts {
  int day = 0;
  Timestamp when;
  std::string verdict, headline;
  double ratio = 0;  // to the copy; 0: not timed
  std::string device;
};

/// Adds a run. Time spent grows by the pause since the run before, 15 minutes at the most: longer pauses are not work.
void addRun(Progress& progress, const RunFacts& run);

/// The file of a course.
std::filesystem::path progressFile(const std::filesystem::path& root);

/// What the file holds; nothing when there is none.
Result<Progress> loadProgress(const std::filesystem::path& root);

/// Changes the file: under a lock, so that two commands at once lose nothing, and with rename. A file that cannot be
/// read is kept under another name, which `onKept` is told, and a new one begun.
Result<Progress> updateProgress(const std::filesystem::path& root, const std::function<void(Progress&)>& change,
                                const std::function<void(const std::string&)>& onKept);

}  // namespace learn
