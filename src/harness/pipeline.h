#pragma once
// The pipeline: load the day, build, run, judge. Nothing here prints.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/build.h"
#include "harness/course.h"
#include "harness/device.h"
#include "harness/options.h"
#include "harness/report.h"
#include "harness/run.h"

namespace harness {

/// Where the run will happen.
struct Target {
  DeviceKind kind = DeviceKind::simulator;
  std::optional<Gpu> gpu;             // set when kind is gpu
  std::string card = "t4";            // the simulated one
  std::filesystem::path buildFolder;  // build/
};

/// One file to judge.
struct JudgeRequest {
  DayFiles files;
  std::filesystem::path source;
  Target target;
  std::uint64_t seed = 0;
  std::vector<std::string> cases;
  bool timing = true;
  std::optional<double> timeLimitSeconds;  // unset: the day's
  unsigned simulatorThreads = 0;
  std::function<void(const std::string&)> onProgress;  // "case 3 of 8: 31x33"; may be empty
  std::optional<Built> built;                          // set: `source` is built already
  double shrinkSeconds = 0;                            // for looking for a smaller failing case; 0: none
  bool shrinkSeed = false;                             // for a smaller seed too: nobody chose this one
};

/// What has to be built to judge `source` on `target`.
BuildRequest buildRequest(const DayFiles& files, const std::filesystem::path& source, const Target& target);

/// The device that the options choose and this machine has. The Problem says what is missing.
Result<Target> chooseTarget(const Options& options);

/// findToolchain(), and a Problem (setup) when its programs do not run on the target.
Result<Toolchain> toolchainFor(const Target& target, const std::filesystem::path& root);

/// Judges one file. The Report holds the verdict, "did not build" among them; a Problem is a fault of the course, the
/// set-up or the request, where there is no verdict.
Result<Report> judgeFile(const JudgeRequest& request);

/// The request that the options make: the day, the file, the device and the seed. The Problem says what to write
/// instead.
Result<JudgeRequest> requestOf(const Options& options, const std::function<void(const std::string&)>& onProgress);

/// What `./harness dayNN` does with its options, up to the Report.
Result<Report> judgeDay(const Options& options, const std::function<void(const std::string&)>& onProgress);

}  // namespace harness
