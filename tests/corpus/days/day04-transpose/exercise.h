#pragma once
// Transpose: out[c][r] = in[r][c].
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// `in` is rows x cols, `out` cols x rows; default stream.
void solve(const float* in, float* out, std::size_t rows, std::size_t cols);

namespace transpose {

/// Distinct values, so that each names the element it comes from.
inline exercise::Problem transposed(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t rows = shape.rows(), cols = shape.cols();
  Problem problem;
  problem.shape = shape;
  problem.traced = DistinctValues(seed, shape.count());
  std::vector<double> in(shape.count()), out(shape.count());
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = problem.traced.at(i);
  for (std::size_t i = 0; i < in.size(); ++i) out[i % cols * rows + i / cols] = in[i];
  problem.arrays.push_back(inputArray("in", ElementType::f32, shape, in));
  problem.arrays.push_back(outputArray("out", ElementType::f32, Shape(cols, rows), out));
  return problem;
}

}  // namespace transpose

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day04";

  static std::vector<Shape> ladder() { return {Shape(1, 1), Shape(31, 33), Shape(33, 97), Shape(130, 70)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return transpose::transposed(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, problem.shape.rows(), problem.shape.cols());
  }
};
#endif
