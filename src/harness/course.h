#pragma once
// Where the course keeps its things, and which day a word on the command line means.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/day.h"
#include "harness/result.h"

namespace harness {

/// The files of one day. Nothing here says that they exist.
struct DayFiles {
  int number = 0;
  std::string slug;              // "shared-memory"
  std::filesystem::path root;    // of the course
  std::filesystem::path folder;  // days/day13-shared-memory
  std::filesystem::path starter, description, exerciseHeader, program, page, solution, evidence;
  std::filesystem::path learner;  // work/day13.cu

  std::string id() const;    // "day13"
  std::string name() const;  // "day13-shared-memory"
};

/// Every days/dayNN-slug folder, by number.
std::vector<DayFiles> findDays(const std::filesystem::path& root);

/// The day that `word` names: "day13", "13" or "day13-shared-memory". The Problem lists what there is.
Result<DayFiles> resolveDay(const std::filesystem::path& root, std::string_view word);

/// Reads and checks the day's description; number and slug must be those of its folder.
Result<Day> loadDay(const DayFiles& files);

/// The .cu files of a folder, by name; none where there is no folder.
std::vector<std::filesystem::path> cudaFiles(const std::filesystem::path& folder);

/// The whole of a text file, or a Problem with `status` that names it.
Result<std::string> readText(const std::filesystem::path& path, ExitStatus status);

/// `path` as a learner would write it: relative to `root` when inside it.
std::string shownPath(const std::filesystem::path& path, const std::filesystem::path& root);

}  // namespace harness
