#pragma once
// Day 20's exercise: five steps of y = 2 y + x on managed memory, and one float of each step kept. See
// src/exercise/day.h for what each member is for.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exercise/arrays.h"
#include "exercise/diagnosis.h"
#include "exercise/text.h"

/// Written by the learner. All pointers are managed memory, whose pages are on the host. After step s, history[s] is
/// what y[0] was then; y has n floats and the result of all steps. The host reads y and history afterwards.
void solve(const float* x, float* y, float* history, int steps, std::size_t n);

namespace day20 {

constexpr int steps = 5;

inline std::vector<double> stepped(const std::vector<double>& x, std::vector<double> y, int count) {
  for (int step = 0; step < count; ++step)
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = 2 * y[i] + x[i];
  return y;
}

/// Whole numbers, so that every step is exact: below 2^18 they stay below 2^24.
inline exercise::Problem steppedProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  const std::vector<double> x = wholeNumbers(derivedSeed(seed, 1, 0), n, 1U << 18);
  const std::vector<double> y = wholeNumbers(derivedSeed(seed, 2, 0), n, 1U << 18);
  std::vector<double> history;
  for (int step = 0; step < steps; ++step) history.push_back(2 * (step == 0 ? y[0] : history.back()) + x[0]);
  const std::vector<double> last(static_cast<std::size_t>(steps), history.back());
  const std::vector<double> first(static_cast<std::size_t>(steps), y[0]);

  Problem problem;
  problem.shape = shape;
  problem.side = Side::managed;
  problem.scalars = {steps};
  problem.arrays.push_back(inputArray("x", ElementType::f32, shape, x));
  Array result = inOutArray("y", ElementType::f32, shape, y, stepped(x, y, steps));
  result.relation.mistakes = {
      {"no-step-ran",
       "y is as it was before the call: no kernel ran on it, or it ran on a copy that stayed where it was", "day 20",
       y},
      {"one-step-too-few", "y is what it was one step before the last: " + std::to_string(steps - 1) + " steps ran",
       "day 20", stepped(x, y, steps - 1)},
      {"one-step-too-many", "y is one step further than it should be: " + std::to_string(steps + 1) + " steps ran",
       "day 20", stepped(x, y, steps + 1)},
      {"one-step-only", "y is what it was after the first step: the later ones did not run, or each began anew",
       "day 20", stepped(x, y, 1)}};
  problem.arrays.push_back(std::move(result));
  Array kept = outputArray("history", ElementType::f32, Shape(static_cast<std::size_t>(steps)), history);
  kept.relation.mistakes = {
      {"history-of-the-end", "history holds the last y[0] in every place: it was kept after all steps, not after each",
       "day 20", last},
      {"history-of-the-start",
       "history holds the first y[0] in every place: the host read it before any kernel had run, and never waited",
       "day 20", first}};
  problem.arrays.push_back(std::move(kept));
  return problem;
}

/// The end of y as it was before the call, all else right: no thread had it.
inline std::optional<exercise::Diagnosis> untouchedEnd(const exercise::Array& y, const exercise::Bytes& got) {
  using namespace exercise;
  const std::size_t n = y.shape.count();
  const auto at = [&](const Bytes& bytes, std::size_t i) { return elementAt(bytes, y.type, i); };
  std::size_t first = 0;
  while (first < n && at(got, first) == at(y.expected, first)) ++first;
  if (first == 0) return std::nullopt;
  for (std::size_t i = first; i < n; ++i)
    if (!(at(got, i) == at(y.initial, i))) return std::nullopt;
  return Diagnosis{"past-n-unwritten",
                   "elements from index " + number(first) + " on are as they were before the call: " +
                       number(n - first) + " of " + counted(n, "cell") + "; no thread had them",
                   "day 5",
                   {},
                   ""};
}

/// Each place of history holds the y[0] of one step before.
inline std::optional<exercise::Diagnosis> oneStepBehind(const exercise::Problem& problem, const exercise::Bytes& got) {
  using namespace exercise;
  const Array &y = problem.arrays[1], &history = problem.arrays[2];
  double before = elementAt(y.initial, y.type, 0);
  for (std::size_t s = 0; s < history.shape.count(); ++s) {
    if (!(elementAt(got, history.type, s) == before)) return std::nullopt;
    before = elementAt(history.expected, history.type, s);
  }
  return Diagnosis{
      "history-read-early",
      "history[s] is what y[0] was before step s: the host read it without waiting for the kernel, or kept it before "
      "the step",
      "day 20",
      {},
      ""};
}

}  // namespace day20

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day20";

  static std::vector<Shape> ladder() { return {Shape(1), Shape(255), Shape(16385), Shape(70001), Shape(1000003)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day20::steppedProblem(shape, seed); }

  static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t array,
                                                    const exercise::Bytes& got) {
    return array == 1 ? day20::untouchedEnd(problem.arrays[1], got) : day20::oneStepBehind(problem, got);
  }

  static void solve(const Problem& problem, const Pointers& at) {
    ::solve(static_cast<const float*>(at[0]), static_cast<float*>(at[1]), static_cast<float*>(at[2]),
            static_cast<int>(problem.scalars[0]), problem.shape.count());
  }
};
#endif
