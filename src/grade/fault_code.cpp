#include "grade/fault_code.h"

#include <array>

namespace grade {

using harness::ExitStatus;

namespace {

struct Row {
  ExitStatus status;
  const char *code, *meaning;
};
constexpr std::array rows{
    Row{ExitStatus::passed, "PASS", "right, safe and at its goals"},
    Row{ExitStatus::shortOfTarget, "SHORT", "right and safe, short of the target"},
    Row{ExitStatus::notFaster, "NAIVE", "right and safe, no faster than the naive kernel"},
    Row{ExitStatus::unsafe, "UNSAFE",
        "right values with a race, an access outside, an unwritten read or a skipped barrier"},
    Row{ExitStatus::wrong, "WRONG", "some values are wrong"},
    Row{ExitStatus::timedOut, "TIME", "stopped at its time limit"},
    Row{ExitStatus::outOfMemory, "MEMORY", "asked for more memory than it may have"},
    Row{ExitStatus::cudaError, "CUDA", "ended in a CUDA error"},
    Row{ExitStatus::crashed, "CRASH", "its process crashed"},
    Row{ExitStatus::endedItself, "EXIT", "its process ended itself before the checks were done"},
    Row{ExitStatus::forgedResult, "FORGED", "its process tried to speak for the judge"},
    Row{ExitStatus::didNotBuild, "BUILD", "does not compile or link"},
    Row{ExitStatus::internal, "OURS", "the grader's own fault; the submission is not to blame"},
};

}  // namespace

std::string faultCode(ExitStatus status, std::string_view faultClass) {
  for (const Row& row : rows)
    if (row.status == status)
      return faultClass.empty() || status == ExitStatus::passed ? row.code
                                                                : std::string(row.code) + ":" + std::string(faultClass);
  return "OURS";
}

std::vector<CodeRow> codeTable() {
  std::vector<CodeRow> out;
  for (const Row& row : rows) out.push_back({row.code, row.meaning});
  out.push_back({unreadableCode, "no submission that could be judged: a link, a damaged file, another day's"});
  return out;
}

}  // namespace grade
