#pragma once
// Volume: out[z][y][x] = in[depth - 1 - z][y][x].
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// depth x rows x cols floats each, row by row; default stream.
void solve(const float* in, float* out, std::size_t depth, std::size_t rows, std::size_t cols);

namespace volume {

/// Distinct values, so that each names the element it comes from.
inline exercise::Problem upsideDown(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t depth = shape.extent[0], plane = shape.extent[1] * shape.extent[2];
  Problem problem;
  problem.shape = shape;
  problem.traced = DistinctValues(seed, shape.count());
  std::vector<double> in(shape.count()), out(shape.count());
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = problem.traced.at(i);
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[(depth - 1 - i / plane) * plane + i % plane];
  problem.arrays.push_back(inputArray("in", ElementType::f32, shape, in));
  problem.arrays.push_back(outputArray("out", ElementType::f32, shape, out));
  return problem;
}

}  // namespace volume

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day02";

  static std::vector<Shape> ladder() { return {Shape(1, 1, 1), Shape(3, 5, 7), Shape(5, 33, 40), Shape(9, 50, 70)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return volume::upsideDown(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, problem.shape.extent[0], problem.shape.extent[1],
            problem.shape.extent[2]);
  }
};
#endif
