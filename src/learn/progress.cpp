#include "learn/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>

namespace learn {
namespace {

constexpr double longestPause = 15 * 60;  // seconds; whoever is away for longer was not at work

const DayProgress& later(const DayProgress& a, const DayProgress& b) {
  if (a.lastRun != b.lastRun) return a.lastRun > b.lastRun ? a : b;
  // The same second on two machines: any order that does not depend on which copy is called the first.
  return std::tie(a.lastVerdict, a.lastHeadline) > std::tie(b.lastVerdict, b.lastHeadline) ? a : b;
}

const DayProgress& better(const DayProgress& a, const DayProgress& b) {
  if (a.bestRatio == b.bestRatio) return a.bestDevice > b.bestDevice ? a : b;
  if (a.bestRatio == 0 || b.bestRatio == 0) return a.bestRatio == 0 ? b : a;
  return a.bestRatio < b.bestRatio ? a : b;
}

DayProgress merge(const DayProgress& a, const DayProgress& b) {
  DayProgress out;
  out.runs = std::max(a.runs, b.runs);
  out.seconds = std::max(a.seconds, b.seconds);
  out.hints = std::max(a.hints, b.hints);
  out.solved = a.solved.empty() ? b.solved : b.solved.empty() ? a.solved : std::min(a.solved, b.solved);
  const DayProgress& last = later(a, b);
  out.lastRun = last.lastRun;
  out.lastVerdict = last.lastVerdict;
  out.lastHeadline = last.lastHeadline;
  const DayProgress& best = better(a, b);
  out.bestRatio = best.bestRatio;
  out.bestDevice = best.bestDevice;
  return out;
}

std::time_t timeOf(const Timestamp& text) {
  std::tm parts{};
  if (strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) return -1;
  return timegm(&parts);
}

}  // namespace

double secondsBetween(const Timestamp& from, const Timestamp& to) {
  const std::time_t a = timeOf(from), b = timeOf(to);
  return a < 0 || b < 0 ? 0 : std::difftime(b, a);
}

DayState stateOf(const DayProgress& day, bool hasFile) {
  if (!day.solved.empty()) return day.lastVerdict == "passed" ? DayState::solved : DayState::broken;
  return hasFile || day.runs > 0 ? DayState::begun : DayState::notBegun;
}

Progress merge(const Progress& a, const Progress& b) {
  Progress out = a;
  for (const auto& [number, day] : b.days) {
    const auto [at, fresh] = out.days.try_emplace(number, day);
    if (!fresh) at->second = merge(at->second, day);
  }
  return out;
}

void addRun(Progress& progress, const RunFacts& run) {
  DayProgress& day = progress.days[run.day];
  // The pause may have gone to another day.
  Timestamp before;
  for (const auto& [number, other] : progress.days)
    if (other.lastRun <= run.when) before = std::max(before, other.lastRun);
  if (!before.empty()) {
    const double pause = secondsBetween(before, run.when);
    if (pause <= longestPause) day.seconds += std::max(pause, 0.0);
  }
  ++day.runs;
  day.lastRun = std::max(day.lastRun, run.when);
  day.lastVerdict = run.verdict;
  day.lastHeadline = run.headline;
  if (run.verdict == "passed" && day.solved.empty()) day.solved = run.when;
  if (run.ratio > 0 && (day.bestRatio == 0 || run.ratio < day.bestRatio)) {
    day.bestRatio = run.ratio;
    day.bestDevice = run.device;
  }
}

}  // namespace learn
