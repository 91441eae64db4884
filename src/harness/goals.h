#pragma once
// What a right solution is held to.
#include <vector>

#include "harness/counter_goal.h"

namespace harness {

/// The goals of a day, from day.yaml. 0, or none: not asked.
struct Goals {
  double fasterThanNaive = 0;           // solve() must be at least this many times faster than the shipped naive kernel
  double ratioToCopy = 0;               // and take at most this many times the copy's time
  bool timingWanted = true;             // false: right and safe is enough
  double sectorsToIdeal = 0;            // and move at most this many times the sectors its bytes fill
  double sectorsAStore = 0;             // and touch at most this many sectors a store request, on average
  double copiedToIdeal = 0;             // and copy at most this many times the bytes that have to cross
  std::vector<CounterGoal> counters{};  // and meet each of these, where launches are counted
};

/// Asks for no more than right values and no finding.
inline Goals rightAndSafe() {
  Goals goals;
  goals.timingWanted = false;
  return goals;
}

}  // namespace harness
