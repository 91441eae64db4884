#pragma once
// The smallest case that fails as the ladder's did. A learner thinks about 1x33 more easily than about 611x613.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge.h"
#include "harness/run.h"

namespace harness {

/// A case that fails, and the order of blocks and warps under which it does.
struct FailingCase {
  std::string shape;
  std::uint64_t run = 0;
  std::string order;  // in words; empty where nobody knows
};

/// Cases smaller than `shape`, smallest first: each extent as it is, one less and a little less, halved, and at, before
/// and after the edges of tiles.
std::vector<std::string> smallerCases(const std::string& shape);

/// Tries cases in their order, and returns the first that fails, or nothing. `spent` becomes true when the time for
/// trying is over.
using FirstFailing = std::function<std::optional<FailingCase>(const std::vector<std::string>& shapes, bool& spent)>;

/// From a failing case to one of which no smallerCases() fails, or as far as the time allows.
FailingCase shrinkCase(FailingCase failing, const FirstFailing& firstFailing);

/// Shrinks the failing case of `judgement`, which `run` gave, within `budgetSeconds`. A smaller case counts when it
/// ends in the same verdict for the same kind of reason. Nothing when there is no failing case.
std::optional<FailingCase> smallestFailing(const RunRequest& run, const RunRecord& record, const Judgement& judgement,
                                           double budgetSeconds);

}  // namespace harness
