#pragma once
// ./harness submit dayNN --note "…": judges the learner's file and makes the one file to hand in.
#include <functional>
#include <string>

#include "grade/command_line.h"
#include "harness/result.h"

namespace grade {

struct Submitted {
  std::string text;     // for stdout
  std::string warning;  // for stderr; empty when the verdict is a pass
};

/// Judges and writes. The learner's file is read and never written.
harness::Result<Submitted> submit(const SubmitOptions& options,
                                  const std::function<void(const std::string&)>& onProgress);

/// What `--check FILE` prints: what the file says of itself, and that it is whole.
harness::Result<std::string> describeSubmission(const std::string& file);

}  // namespace grade
