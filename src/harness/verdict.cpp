#include "harness/verdict.h"

#include <array>

namespace harness {
namespace {

struct Row {
  ExitStatus status;
  std::string_view verdict, reason;
};

constexpr std::array verdictRows{
    Row{ExitStatus::passed, "passed", ""},
    Row{ExitStatus::checkFailed, "(check)", "the course is not as it claims"},
    Row{ExitStatus::usage, "(usage)", ""},
    Row{ExitStatus::course, "(course)", ""},
    Row{ExitStatus::setup, "(set-up)", ""},
    Row{ExitStatus::didNotBuild, "did not build", ""},
    Row{ExitStatus::cudaError, "did not run", "CUDA error"},
    Row{ExitStatus::crashed, "did not run", "crashed"},
    Row{ExitStatus::endedItself, "did not run", "ended itself"},
    Row{ExitStatus::forgedResult, "did not run", "forged result"},
    Row{ExitStatus::outOfMemory, "did not run", "out of memory"},
    Row{ExitStatus::timedOut, "timed out", ""},
    Row{ExitStatus::wrong, "wrong", ""},
    Row{ExitStatus::unsafe, "unsafe", ""},
    Row{ExitStatus::notFaster, "correct, no faster than the naive kernel", ""},
    Row{ExitStatus::shortOfTarget, "correct, short of the target", ""},
    Row{ExitStatus::internal, "(internal)", ""},
    Row{ExitStatus::interrupted, "(interrupted)", ""},
};

}  // namespace

std::string_view verdictName(ExitStatus status) {
  for (const Row& row : verdictRows)
    if (row.status == status) return row.verdict;
  return "(internal)";
}

std::string_view reasonName(ExitStatus status) {
  for (const Row& row : verdictRows)
    if (row.status == status) return row.reason;
  return "";
}

ExitStatus statusOf(std::string_view verdict, std::string_view reason) {
  for (const Row& row : verdictRows)
    if (row.verdict == verdict && (reason.empty() || row.reason == reason)) return row.status;
  return ExitStatus::internal;
}

}  // namespace harness
