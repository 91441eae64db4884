#pragma once
// One .cu file of the course against what it must get.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "harness/expectation.h"
#include "harness/pipeline.h"
#include "harness/reported_faults.h"

namespace harness {

/// One .cu file and what it must get.
struct CheckedFile {
  DayFiles files;
  std::filesystem::path source;
  Expectation otherwise;  // where the file does not say
  bool mustSay = false;   // a planted fault has to name its verdict
};

/// How a file is to be judged.
struct CheckSetting {
  Target target;
  std::optional<std::uint64_t> seed;  // unset: a fresh one
  unsigned simulatorThreads = 0;
  std::string compiler = "nvcc";      // Toolchain::name
  std::vector<ReportedFault> quoted;  // what must be said of which file; checked of nvcc's code on the simulator
};

/// What came of it: "solutions/day13.cu: passed", and empty or what is wrong with that.
struct CheckLine {
  std::string what, fault;
};

/// Judges the file. `built`: its program, where it is built already; else it is built as a learner's is.
CheckLine checkFile(const CheckedFile& file, const CheckSetting& setting, const std::optional<Built>& built);

/// Whether the file says that it must not build, so that compiling it beside others is of no use.
bool mustNotBuild(const CheckedFile& file);

}  // namespace harness
