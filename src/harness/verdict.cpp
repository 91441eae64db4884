#include "harness/verdict.h"

#include <array>

namespace harness {
namespace {

struct VerdictRow {
  ExitStatus status;
  std::string_view verdict, reason;
};

constexpr std::array verdictRows{
    VerdictRow{ExitStatus::passed, "passed", ""},
    VerdictRow{ExitStatus::checkFailed, "(check)", "the course is not as it claims"},
    VerdictRow{ExitStatus::usage, "(usage)", ""},
    VerdictRow{ExitStatus::course, "(course)", ""},
    VerdictRow{ExitStatus::setup, "(set-up)", ""},
    VerdictRow{ExitStatus::didNotBuild, "did not build", ""},
    VerdictRow{ExitStatus::cudaError, "did not run", "CUDA error"},
    VerdictRow{ExitStatus::crashed, "did not run", "crashed"},
    VerdictRow{ExitStatus::endedItself, "did not run", "ended itself"},
    VerdictRow{ExitStatus::forgedResult, "did not run", "forged result"},
    VerdictRow{ExitStatus::outOfMemory, "did not run", "out of memory"},
    VerdictRow{ExitStatus::timedOut, "timed out", ""},
    VerdictRow{ExitStatus::wrong, "wrong", ""},
    VerdictRow{ExitStatus::unsafe, "unsafe", ""},
    VerdictRow{ExitStatus::notFaster, "correct, no faster than the naive kernel", ""},
    VerdictRow{ExitStatus::shortOfTarget, "correct, short of the target", ""},
    VerdictRow{ExitStatus::internal, "(internal)", ""},
    VerdictRow{ExitStatus::interrupted, "(interrupted)", ""},
};

}  // namespace

std::string_view verdictName(ExitStatus status) {
  for (const VerdictRow& row : verdictRows)
    if (row.status == status) return row.verdict;
  return "(internal)";
}

std::string_view reasonName(ExitStatus status) {
  for (const VerdictRow& row : verdictRows)
    if (row.status == status) return row.reason;
  return "";
}

ExitStatus statusOf(std::string_view verdict, std::string_view reason) {
  for (const VerdictRow& row : verdictRows)
    if (row.verdict == verdict && (reason.empty() || row.reason == reason)) return row.status;
  return ExitStatus::internal;
}

}  // namespace harness
