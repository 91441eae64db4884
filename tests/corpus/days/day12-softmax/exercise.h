#pragma once
// Softmax: out[r][c] = exp(in[r][c]) / the sum of that over row r.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// rows x cols floats each; default stream.
void solve(const float* in, float* out, std::size_t rows, std::size_t cols);

namespace softmax {

/// Numbers in [-9, 9]; every third row lies at 100 or more, where exp() of a float is infinite.
inline exercise::Problem softmax(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t rows = shape.rows(), cols = shape.cols();
  Draw draw(seed);
  std::vector<double> in(shape.count()), out(shape.count());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double value = 18 * draw.unit() - 9 + (i / cols % 3 == 2 ? 109 : 0);
    in[i] = static_cast<double>(static_cast<float>(value));
  }
  for (std::size_t r = 0; r < rows; ++r) {
    const double* const row = &in[r * cols];
    const double most = *std::max_element(row, row + cols);
    double sum = 0;
    for (std::size_t c = 0; c < cols; ++c) sum += std::exp(row[c] - most);
    for (std::size_t c = 0; c < cols; ++c) out[r * cols + c] = std::exp(row[c] - most) / sum;
  }
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("in", ElementType::f32, shape, in));
  problem.arrays.push_back(outputArray("out", ElementType::f32, shape, out));
  Array& array = problem.arrays.back();
  // The sum's rounding, and a fast exponential's: its argument is rounded once more, at a size of up to 20.
  array.relativeTolerance = (static_cast<double>(cols) + 80) * unitRoundoff(ElementType::f32);
  array.relation.meaning = Meaning::normalized;
  array.relation.input = in;
  return problem;
}

}  // namespace softmax

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day12";

  static std::vector<Shape> ladder() { return {Shape(1, 1), Shape(3, 5), Shape(40, 33), Shape(50, 300)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return softmax::softmax(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, problem.shape.rows(), problem.shape.cols());
  }
};
#endif
