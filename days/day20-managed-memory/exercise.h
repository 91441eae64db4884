#pragma once
// Day 20's exercise: five steps of y = 2 y + x on managed memory, and one float of each step kept. See
// src/exercise/day.h for what each member is for.
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "exercise/arrays.h"

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
  std::vector<double> history, early, behind;
  for (int step = 0; step < steps; ++step) {
    const double before = step == 0 ? y[0] : history.back();
    early.push_back(before);
    history.push_back(2 * before + x[0]);
  }
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
      {"history-read-early",
       "history[s] is what y[0] was before step s: the host read it without waiting for the kernel, or it was kept "
       "before the step",
       "day 20", early},
      {"history-of-the-end", "history holds the last y[0] in every place: it was kept after all steps, not after each",
       "day 20", last},
      {"history-of-the-start",
       "history holds the first y[0] in every place: the host read it before any kernel had run, and never waited",
       "day 20", first}};
  problem.arrays.push_back(std::move(kept));
  return problem;
}

}  // namespace day20

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day20";

  static std::vector<Shape> ladder() { return {Shape(1), Shape(255), Shape(16385), Shape(70001), Shape(1000003)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day20::steppedProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    ::solve(static_cast<const float*>(at[0]), static_cast<float*>(at[1]), static_cast<float*>(at[2]),
            static_cast<int>(problem.scalars[0]), problem.shape.count());
  }
};
#endif
