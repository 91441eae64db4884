#pragma once
// The words a run can end in, and the status the command then exits with. docs/protocol.md has the same table.
#include <string>
#include <string_view>

namespace harness {

enum class ExitStatus : int {
  passed = 0,
  checkFailed = 1,  // `harness check` found a fault in the course
  usage = 2,
  course = 3,
  setup = 4,
  didNotBuild = 10,
  cudaError = 20,
  crashed = 21,
  endedItself = 22,
  forgedResult = 23,
  outOfMemory = 24,
  timedOut = 30,
  wrong = 40,
  unsafe = 41,
  notFaster = 50,
  shortOfTarget = 51,
  internal = 70,
  interrupted = 130,
};

/// The verdict as REQUIREMENTS words it: "did not run", "wrong", …; for usage and set-up faults the word in brackets.
std::string_view verdictName(ExitStatus status);

/// What tells apart the statuses that share a verdict ("crashed", "forged result"); empty where the verdict says it
/// all.
std::string_view reasonName(ExitStatus status);

/// The status whose verdict is `verdict` and, where the verdict has several, whose reason is `reason`;
/// `internal` when there is none. `harness check` reads expectations with it.
ExitStatus statusOf(std::string_view verdict, std::string_view reason);

}  // namespace harness
