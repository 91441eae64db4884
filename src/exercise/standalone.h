#pragma once
// A starter that holds the whole exercise in one file (starters/): no parent reads events, so the run itself ends in
// the verdict, in the harness's words and with its exit status (docs/protocol.md).
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <unistd.h>

#include "exercise/day.h"
#include "exercise/report.h"
#include "exercise/standalone_verdict.h"

namespace exercise {

namespace detail {

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

/// The cases that the file was built for; at least the smallest. `ladder` ascends.
inline std::vector<Shape> keptCases(std::vector<Shape> ladder, std::size_t largest) {
  if (largest == 0) return ladder;
  while (ladder.size() > 1 && ladder.back().count() > largest) ladder.pop_back();
  return ladder;
}

/// The first shape whose bytes are enough for the card's L2, by the day's own count at its first; the last otherwise.
inline Shape timedShapeFor(const Exercise& day, const Standalone& plan, std::uint64_t l2Bytes) {
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
  for (const std::string& line : missedCounts(tally, plan)) std::printf("  %s\n", line.c_str());
  const auto doubt = [](const std::array<double, 2>& interval, double goal) {
    std::printf("  %.3f to %.3f, too close to the goal of %.2f to call, which counts as met\n", interval[0],
                interval[1], goal);
  };
  if (verdict.status == passed.status && isCloseToNaiveGoal(tally, plan))
    doubt(tally.intervalToNaive, plan.fasterThanNaive);
  if (verdict.status == passed.status && isCloseToCopyGoal(tally, plan)) doubt(tally.interval, plan.ratioToCopy);
  if (verdict.status == passed.status && plan.hasCounts() && !tally.simulated)
    std::printf("  The day has goals in counts as well, which ./harness judges on the simulator.\n");
  std::printf("verdict: %s\n", verdict.words);
  return verdict.status;
}

}  // namespace detail
}  // namespace exercise
