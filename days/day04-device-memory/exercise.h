#pragma once
// Day 4's exercise: SAXPY on host arrays. See src/exercise/day.h for what each member is for.
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "exercise/arrays.h"

/// Written by the learner. y[i] = a * x[i] + y[i] for n floats; x and y are host memory, and so is the result.
void solve(const float* x, float* y, float a, std::size_t n);

namespace day04 {

/// Whole numbers, so that a * x + y has the same bits however it is rounded.
inline exercise::Problem saxpyProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  const double a = static_cast<double>(3 + seed % 5);
  const std::vector<double> x = wholeNumbers(derivedSeed(seed, 1, 0), n, 1U << 19);
  const std::vector<double> y = wholeNumbers(derivedSeed(seed, 2, 0), n, 1U << 22);
  std::vector<double> after(n), swapped(n), product(n);
  for (std::size_t i = 0; i < n; ++i) {
    after[i] = a * x[i] + y[i];
    swapped[i] = a * y[i] + x[i];
    product[i] = a * x[i];
  }
  Problem problem;
  problem.shape = shape;
  problem.side = Side::host;
  problem.scalars = {a};
  problem.arrays.push_back(inputArray("x", ElementType::f32, shape, x));
  Array result = inOutArray("y", ElementType::f32, shape, y, after);
  result.relation.mistakes = {
      {"result-left-on-device",
       "y is as it was before the call: the result was not copied back to the host, or no kernel ran", "day 4", y},
      {"arrays-swapped", "y holds a * y + x: the two uploads, or the kernel's two pointers, are swapped", "day 4",
       swapped},
      {"y-never-uploaded", "y holds a * x alone: the y that was on the host never reached the device", "day 4",
       product}};
  problem.arrays.push_back(std::move(result));
  return problem;
}

}  // namespace day04

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day04";

  static std::vector<Shape> ladder() {
    return {Shape(1), Shape(255), Shape(257), Shape(1000), Shape(70001), Shape(1000003)};
  }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day04::saxpyProblem(shape, seed); }

  /// Host pointers: the problem's arrays are on the host's side.
  static void solve(const Problem& problem, const Pointers& at) {
    ::solve(static_cast<const float*>(at[0]), static_cast<float*>(at[1]), static_cast<float>(problem.scalars[0]),
            problem.shape.count());
  }
};
#endif
