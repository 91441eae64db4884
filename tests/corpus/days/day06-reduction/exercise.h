#pragma once
// Reduction: the sum and the largest of n elements.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// `partials` has room for 2 x 2048 values, of any content afterwards; default stream.
void solve(const float* in, float* sum, float* largest, float* partials, std::size_t n);

namespace reduction {

/// Whole numbers, but real ones by odd seeds where n is small. All are negative by seeds that are a multiple of three,
/// so that a maximum that starts at 0 shows.
inline exercise::Problem sumAndLargest(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  const bool exact = seed % 2 == 0 || n > 4096;
  std::vector<double> in = exact ? wholeNumbers(seed, n, mostForExactSum(n)) : awkwardReals(seed, n);
  if (seed % 3 == 0)
    for (double& value : in) value = value > 0 ? -value : value - (exact ? 0 : 0.5);
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("in", ElementType::f32, shape, in));
  Terms terms;
  terms.noun = "element";
  terms.length = n;
  terms.of = [in](std::size_t, std::vector<Term>& out) {
    for (std::size_t i = 0; i < in.size(); ++i) out.push_back({in[i], i});
  };
  problem.arrays.push_back(foldArray("sum", ElementType::f32, Shape(1), terms, exact));
  terms.fold = Fold::maximum;
  problem.arrays.push_back(foldArray("largest", ElementType::f32, Shape(1), terms, exact));
  problem.arrays.push_back(scratchArray("partials", ElementType::f32, Shape(4096)));
  return problem;
}

}  // namespace reduction

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day06";

  static std::vector<Shape> ladder() { return {Shape(1), Shape(31), Shape(256), Shape(1000), Shape(70001)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return reduction::sumAndLargest(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, DevicePointer{at[3]},
            problem.shape.count());
  }
};
#endif
