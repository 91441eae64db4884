#pragma once
// ./harness grade PATH…: everything from paths to tables.
#include <functional>
#include <string>

#include "grade/command_line.h"
#include "harness/day.h"
#include "harness/result.h"

namespace grade {

struct Graded {
  std::string text;  // for stdout: the table or the summary, and where the files are
  std::size_t submissions = 0, ours = 0;
};

/// Grades, or goes on with a run that was killed. `onProgress` gets "12 of 60: alice.cu"; `onNote` what is worth saying
/// before it begins: the sandbox, the seed.
harness::Result<Graded> gradeAll(const GradeOptions& options, const std::function<void(const std::string&)>& onProgress,
                                 const std::function<void(const std::string&)>& onNote);

/// Shapes that no learner has seen, drawn by `seed`: `count` of them, small.
std::vector<std::string> hiddenCases(const harness::Day& day, std::uint64_t seed, std::size_t count);

}  // namespace grade
