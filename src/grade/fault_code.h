#pragma once
// One stable code for every way a submission can end, so that a class's mistakes can be counted (docs/grading.md has
// the table).
#include <string>
#include <string_view>
#include <vector>

#include "harness/verdict.h"

namespace grade {

/// "WRONG:copied-not-transposed", "CRASH", "PASS". The part after the colon is the fault class, absent where there is
/// none.
std::string faultCode(harness::ExitStatus status, std::string_view faultClass);

/// The code of a file that could not be judged: "FILE".
constexpr const char* unreadableCode = "FILE";

/// One row of the table: what comes before the colon, and what it means.
struct CodeRow {
  std::string code, meaning;
};
std::vector<CodeRow> codeTable();

}  // namespace grade
