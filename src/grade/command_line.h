#pragma once
// What `harness submit …` and `harness grade …` ask for.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/options.h"
#include "harness/result.h"

namespace grade {

struct SubmitOptions {
  harness::Options judge;  // the day, the device, --from …
  std::string note;
  std::string out;    // where the file goes; empty: work/dayNN.submission
  std::string check;  // --check FILE: only show what is inside
  std::string help;   // not empty: print this and nothing else
};

struct GradeOptions {
  std::string root = ".";
  std::vector<std::string> paths;
  std::string day;  // of bare .cu files, and of all when given
  std::string out = "grades";
  std::optional<std::uint64_t> seed;  // of inputs and hidden cases; fresh by default
  std::string card = "t4";
  std::string sandbox = "full";
  unsigned jobs = 0;  // 0: one a core
  std::size_t hidden = 3;
  double timeLimitSeconds = 0;  // 0: the day's
  unsigned memoryMegabytes = 4096;
  bool fresh = false, summary = false;
  bool slurm = false;
  std::string partition, gres;    // of Slurm
  unsigned perTask = 4;           // submissions of one task of an array job
  std::vector<std::string> only;  // a task of an array job: grade these ids, write their records and nothing else
  std::string help;               // not empty: print this and nothing else
};

/// Reads the words after `submit`. The Problem has status usage and says what to write instead.
harness::Result<SubmitOptions> parseSubmit(const std::vector<std::string>& words, const std::string& root);

/// Reads the words after `grade`.
harness::Result<GradeOptions> parseGrade(const std::vector<std::string>& words, const std::string& root);

}  // namespace grade
