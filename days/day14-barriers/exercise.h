#pragma once
// Day 14's exercise: out[i] is the sum of in[i - 3] to in[i + 3], with 0 outside the array.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// Written by the learner. n floats each, in device memory; default stream.
void solve(const float* in, float* out, std::size_t n);

namespace day14 {

/// Whole numbers, so that a sum has the same bits in any order.
inline exercise::Problem sevenAround(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  constexpr std::size_t radius = 3;
  const std::size_t n = shape.count();
  const std::vector<double> in = wholeNumbers(seed, n, mostForExactSum(2 * radius + 1));
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("in", ElementType::f32, shape, in));
  Terms terms;
  terms.noun = "neighbor";
  terms.of = [=](std::size_t i, std::vector<Term>& out) {
    for (std::size_t k = 0; k <= 2 * radius; ++k) {
      const bool inside = i + k >= radius && i + k - radius < n;
      out.push_back({inside ? in[i + k - radius] : 0, inside ? i + k - radius : nowhere});
    }
  };
  problem.arrays.push_back(foldArray("out", ElementType::f32, shape, terms, true));
  return problem;
}

}  // namespace day14

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day14";

  static std::vector<Shape> ladder() {
    return {Shape(1), Shape(5), Shape(255), Shape(256), Shape(258), Shape(1000), Shape(70001), Shape(300007)};
  }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day14::sevenAround(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, problem.shape.count());
  }
};
#endif
