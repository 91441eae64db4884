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
  std::string order;                  // in words; empty where nobody knows
  std::optional<std::uint64_t> seed;  // under which it fails too, where one smaller than the run's was found
};

/// Cases smaller than `shape`, smallest first: each extent as it is, one less and a little less, halved, and at, before
/// and after the edges of tiles.
std::vector<std::string> smallerCases(const std::string& shape);

/// Tries cases in their order, and returns the first that fails, or nothing. `spent` becomes true when the time for
/// trying is over.
using FirstFailing = std::function<std::optional<FailingCase>(const std::vector<std::string>& shapes, bool& spent)>;

/// From a failing case to one of which no smallerCases() fails, or as far as the time allows.
FailingCase shrinkCase(FailingCase failing, const FirstFailing& firstFailing);

/// Tries one shape under one seed, and returns how it fails, or nothing.
using FailsUnder = std::function<std::optional<FailingCase>(const std::string& shape, std::uint64_t seed, bool& spent)>;

/// The same case under the smallest of the first few seeds under which it fails, as far as the time allows; `failing`
/// as it is where it fails under none of them below `seed`. A seed says nothing by its size, but 1 is soon typed.
FailingCase shrinkSeed(FailingCase failing, std::uint64_t seed, const FailsUnder& failsUnder);

/// Shrinks the failing case of `judgement`, which `run` gave, and with `seedToo` its seed, within `budgetSeconds`. A
/// smaller case counts when it ends in the same verdict for the same kind of reason. Nothing when there is no failing
/// case.
std::optional<FailingCase> smallestFailing(const RunRequest& run, const RunRecord& record, const Judgement& judgement,
                                           double budgetSeconds, bool seedToo);

}  // namespace harness
