#pragma once
// Stage 2: the learner's file and the exercise runtime become one program. Both objects and the program are cached by
// content, so a file that was built before costs nothing, and the learner's file is compiled beside a stale runtime.
#include <filesystem>
#include <string>
#include <vector>

#include "harness/course.h"
#include "harness/result.h"
#include "harness/toolchain.h"

namespace harness {

struct BuildRequest {
  DayFiles files;
  std::filesystem::path source;       // the file to judge; it is read, never written
  std::filesystem::path buildFolder;  // build/; products go to build/exercise/dayNN
  std::string machineCode;            // "90" adds code for that card to the PTX; empty: PTX alone
};

struct Built {
  std::filesystem::path program;
  std::string warnings;  // what the compiler said of a file it accepted
  double seconds = 0;
  std::string scope;  // the namespace that the file was compiled in, beside others (batch_build.h); empty: none
};

/// Builds the program. The Problem is `didNotBuild` with the compiler's own text when the learner's file is at fault,
/// `course` when the exercise runtime does not compile, `timedOut`-free: a compiler that overstays is stopped and said
/// so.
Result<Built> buildExercise(const BuildRequest& request, const Toolchain& tools);

}  // namespace harness
