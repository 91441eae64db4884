#pragma once
// The verdict of a file of starters/: what src/harness/judge.cpp says of the same facts, in the same order
// (tests/harness/standalone_verdict_test.cpp compares them). Pure: no CUDA.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "exercise/counter_goal.h"
#include "exercise/observations.h"
#include "exercise/ratio.h"
#include "exercise/tally.h"

namespace exercise {

/// "bank_conflicts", "==", "0".
struct StandaloneCount {
  std::string counter, comparison, bound;
};

/// What day.yaml says, written into the file by `make starters`. 0, or none: not asked.
struct Standalone {
  bool timed = true;
  double minimumL2Multiple = 0;
  std::vector<Shape> timingShapes;  // the first that is large enough for the card's L2 is timed
  double fasterThanNaive = 0, ratioToCopy = 0;
  double sectorsToIdeal = 0, sectorsAStore = 0;  // goals in counts, which only the simulator has
  double copiedToIdeal = 0;
  double pageFaults = -1;  // below 0: not asked
  std::vector<StandaloneCount> counts;
  std::vector<std::string> extents;  // the names of a shape's extents in the counts' bounds
  unsigned timeLimitSeconds = 0;
  std::size_t largestCase = 0;  // cells; larger cases are left out. 0: none is

  bool hasCounts() const {
    return sectorsToIdeal > 0 || sectorsAStore > 0 || copiedToIdeal > 0 || pageFaults >= 0 || !counts.empty();
  }
};

namespace detail {

struct Verdict {
  int status;
  const char* words;
};
constexpr Verdict passed{0, "passed"}, didNotRun{20, "did not run"}, outOfMemory{24, "did not run"},
    timedOut{30, "timed out"}, wrong{40, "wrong"}, unsafe{41, "unsafe"},
    notFaster{50, "correct, no faster than the naive kernel"}, shortOfTarget{51, "correct, short of the target"};

/// A counter's sum over the launches of the timed call.
inline std::uint64_t sumOf(const Tally& tally, const std::string& field) {
  std::uint64_t sum = 0;
  for (const std::string& launch : jsonElements(tally.launches))
    sum += std::strtoull(jsonAfter(launch, field).c_str(), nullptr, 10);
  return sum;
}

/// A goal in counters that is missed, in words, one a line.
inline std::vector<std::string> missedCounts(const Tally& tally, const Standalone& plan) {
  std::vector<std::string> missed;
  if (jsonElements(tally.launches).empty()) return missed;
  const Shape& shape = tally.timedShape;
  const std::vector<std::uint64_t> extents(shape.extent.begin(), shape.extent.begin() + shape.rank);
  for (const StandaloneCount& goal : plan.counts) {
    const double count = countIn(goal.counter, [&](const char* field) { return sumOf(tally, field); });
    const double bound = BoundExpression(goal.bound, plan.extents, extents).value().value_or(0);
    if (meets(count, goal.comparison, bound)) continue;
    char line[200];
    std::snprintf(line, sizeof line, "%s is %.10g, the goal is %s %.10g", goal.counter.c_str(), count,
                  goal.comparison.c_str(), bound);
    missed.emplace_back(line);
  }
  return missed;
}

/// Sectors in units of the 32-byte sectors that the bytes fill; 0 where nothing was counted.
inline double sectorsToIdeal(const Tally& tally) {
  const double sectors = countIn("global_sectors", [&](const char* field) { return sumOf(tally, field); });
  return tally.bytes == 0 ? 0 : sectors * 32 / static_cast<double>(tally.bytes);
}

/// Sectors that a store of a warp touches on average; 0 where nothing was counted.
inline double sectorsAStore(const Tally& tally) {
  return countIn("sectors_per_store", [&](const char* field) { return sumOf(tally, field); });
}

/// Of a time: too close to its goal to call.
inline bool isCloseToCopyGoal(const Tally& tally, const Standalone& plan) {
  return tally.timed && plan.ratioToCopy > 0 &&
         isTooClose(tally.ratioToCopy <= plan.ratioToCopy, tally.modelled, answerTo(tally.interval, plan.ratioToCopy));
}
inline bool isCloseToNaiveGoal(const Tally& tally, const Standalone& plan) {
  return tally.timed && isTooClose(tally.ratioToNaive >= plan.fasterThanNaive, tally.modelled,
                                   answerToLeast(tally.intervalToNaive, plan.fasterThanNaive));
}

inline Verdict verdictOf(const Tally& tally, const Standalone& plan) {
  if (tally.outOfMemory) return outOfMemory;
  if (tally.tookTooLong) return timedOut;
  if (tally.error) return didNotRun;
  if (tally.wrong || tally.inputChanged) return wrong;
  if (tally.guardBroken || tally.fault) return unsafe;
  if (plan.copiedToIdeal > 0 && tally.copiesToIdeal > plan.copiedToIdeal) return shortOfTarget;
  if (plan.pageFaults >= 0 && static_cast<double>(tally.pageFaults) > plan.pageFaults) return shortOfTarget;
  if (!tally.timed) return passed;
  // Counts come first: they are exact where the time is modelled.
  if (!missedCounts(tally, plan).empty()) return shortOfTarget;
  // Written so that a NaN fails.
  if (!(tally.ratioToNaive >= plan.fasterThanNaive) && !isCloseToNaiveGoal(tally, plan)) return notFaster;
  if (plan.ratioToCopy > 0 && !(tally.ratioToCopy <= plan.ratioToCopy) && !isCloseToCopyGoal(tally, plan))
    return shortOfTarget;
  if (plan.sectorsToIdeal > 0 && !(sectorsToIdeal(tally) <= plan.sectorsToIdeal)) return shortOfTarget;
  if (plan.sectorsAStore > 0 && !(sectorsAStore(tally) <= plan.sectorsAStore)) return shortOfTarget;
  return passed;
}

}  // namespace detail
}  // namespace exercise
