#pragma once
// A starter that holds the whole exercise in one file (starters/): no parent reads events, so the run itself ends in
// the verdict, in the harness's words and with its exit status (docs/protocol.md).
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <unistd.h>

#include "exercise/day.h"
#include "exercise/report.h"

namespace exercise {

/// What day.yaml says, written into the file by `make starters`.
struct Standalone {
  bool timed = true;
  double minimumL2Multiple = 0;
  std::vector<Shape> timingShapes;  // the first that is large enough for the card's L2 is timed
  double fasterThanNaive = 0, ratioToCopy = 0;
  double pageFaults = -1;  // below 0: not asked
  bool moreGoals = false;  // goals in counts, which ./harness alone judges
  unsigned timeLimitSeconds = 0;
  std::size_t largestCase = 0;  // cells; larger cases are left out. 0: none is
};

namespace detail {

struct Verdict {
  int status;
  const char* words;
};
constexpr Verdict passed{0, "passed"}, didNotRun{20, "did not run"}, outOfMemory{24, "did not run"}, wrong{40, "wrong"},
    unsafe{41, "unsafe"}, notFaster{50, "correct, no faster than the naive kernel"},
    shortOfTarget{51, "correct, short of the target"};

inline Verdict verdictOf(const Tally& tally, const Standalone& plan) {
  if (tally.outOfMemory) return outOfMemory;
  if (tally.error) return didNotRun;
  if (tally.wrong || tally.inputChanged) return wrong;
  if (tally.guardBroken || tally.fault) return unsafe;
  if (plan.pageFaults >= 0 && static_cast<double>(tally.pageFaults) > plan.pageFaults) return shortOfTarget;
  if (!tally.timed) return passed;
  // Written so that a NaN fails.
  if (!(tally.ratioToNaive >= plan.fasterThanNaive)) return notFaster;
  if (plan.ratioToCopy > 0 && !(tally.ratioToCopy <= plan.ratioToCopy)) return shortOfTarget;
  return passed;
}

/// In a signal handler nothing but write() is safe.
inline void sayAndEnd(const char* text, std::size_t length, int status) {
  if (write(STDOUT_FILENO, text, length) < 0) _exit(status);
  _exit(status);
}
inline void onCrash(int) {
  constexpr char text[] = "verdict: did not run (the program crashed: host code used a pointer it may not)\n";
  sayAndEnd(text, sizeof text - 1, 21);
}
inline void onAlarm(int) {
  constexpr char text[] = "verdict: timed out\n";
  sayAndEnd(text, sizeof text - 1, 30);
}

/// Ends a crash and an endless loop in a verdict too. The output so far must not stay in a buffer.
inline void watchOver(const Standalone& plan) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::signal(SIGSEGV, onCrash);
  std::signal(SIGBUS, onCrash);
  std::signal(SIGALRM, onAlarm);
  alarm(plan.timeLimitSeconds);
}

/// The cases that the file was built for; at least the smallest.
inline std::vector<Shape> keptCases(std::vector<Shape> ladder, std::size_t largest) {
  if (largest == 0) return ladder;
  std::vector<Shape> kept;
  for (const Shape& shape : ladder)
    if (shape.count() <= largest || (kept.empty() && &shape == &ladder.back())) kept.push_back(shape);
  return kept;
}

/// The first shape whose bytes are enough for the card's L2, by the day's own count at its first; the last otherwise.
inline Shape timedShapeFor(const Exercise& day, const Standalone& plan, std::uint64_t l2Bytes,
                           const std::vector<Shape>& ladder) {
  if (plan.largestCase > 0) return ladder.back();
  if (plan.timingShapes.empty()) return day.timedShape();
  const Shape& first = plan.timingShapes.front();
  const double bytesPerCell =
      static_cast<double>(day.bytesMoved(day.problem(first, 1))) / static_cast<double>(first.count());
  for (const Shape& shape : plan.timingShapes)
    if (bytesPerCell * static_cast<double>(shape.count()) >= plan.minimumL2Multiple * static_cast<double>(l2Bytes))
      return shape;
  return plan.timingShapes.back();
}

inline int tellVerdict(const Tally& tally, const Standalone& plan) {
  const Verdict verdict = verdictOf(tally, plan);
  if (tally.timed && (plan.fasterThanNaive > 0 || plan.ratioToCopy > 0)) {
    std::printf("  goals: at least %.2f times as fast as the naive kernel", plan.fasterThanNaive);
    if (plan.ratioToCopy > 0) std::printf(", at most %.2f times the copy's time", plan.ratioToCopy);
    std::printf("\n");
  }
  std::printf("verdict: %s\n", verdict.words);
  if (verdict.status == passed.status && plan.moreGoals)
    std::printf("  The day has goals in counts as well, which ./harness judges on the simulator.\n");
  return verdict.status;
}

}  // namespace detail
}  // namespace exercise
