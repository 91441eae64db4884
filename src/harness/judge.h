#pragma once
// Stage 4: from what a run left behind to its one verdict. A pure function, tested with recorded events.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/day.h"
#include "harness/events.h"
#include "harness/goals.h"
#include "harness/run.h"
#include "harness/verdict.h"

namespace harness {

/// What a run amounted to.
struct Judgement {
  ExitStatus status = ExitStatus::internal;
  std::string faultClass;             // a stable word; empty when there is none
  std::string headline;               // the one line
  std::string see;                    // where the lesson treats it
  std::string shape;                  // the failing case, or the timed one
  std::optional<std::uint64_t> seed;  // of the failing case
  std::uint64_t wrong = 0, total = 0;
  std::vector<Cell> cells;
  std::vector<std::string> also, map;  // as CaseEnd has them
  std::vector<Finding> findings;
  std::optional<Hello> hello;
  std::optional<Timing> timing;
  std::optional<Copies> copies;     // of the case that copied most in units of what it had to; the last of equals
  std::vector<std::string> shapes;  // that were begun, in their order, the timed one among them
  std::uint64_t casesRight = 0;     // distinct cases that came out right
};

/// The verdict of one run.
Judgement judge(const RunRecord& record, const Goals& goals);

}  // namespace harness
