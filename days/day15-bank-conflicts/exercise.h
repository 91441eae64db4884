#pragma once
// Day 15's exercise: transpose a matrix of floats. See src/exercise/runner.h for what each member is for.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "exercise/problem.h"

/// Written by the learner. `in` is rows x cols, `out` is cols x rows, both row-major in device memory; default stream.
void solve(const float* in, float* out, std::size_t rows, std::size_t cols);

namespace day15 {

/// The matrix as distinct values, and its transpose.
inline exercise::Problem transposeProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t rows = shape.rows(), cols = shape.cols();
  Problem problem;
  problem.shape = shape;
  problem.traced = DistinctValues(seed, rows * cols);

  Array input;
  input.name = "in";
  input.role = Role::input;
  input.shape = Shape(rows, cols);
  input.initial = Bytes(input.bytes());
  Array output;
  output.name = "out";
  output.role = Role::output;
  output.shape = Shape(cols, rows);
  output.expected = Bytes(output.bytes());

  float* const in = elementsOf<float>(input.initial);
  float* const out = elementsOf<float>(output.expected);
  for (std::size_t i = 0; i < rows * cols; ++i) in[i] = static_cast<float>(problem.traced.at(i));
  // In square pieces: columns of a large matrix would miss the cache at every step.
  constexpr std::size_t piece = 64;
  for (std::size_t row0 = 0; row0 < rows; row0 += piece)
    for (std::size_t col0 = 0; col0 < cols; col0 += piece)
      for (std::size_t row = row0; row < std::min(rows, row0 + piece); ++row)
        for (std::size_t col = col0; col < std::min(cols, col0 + piece); ++col)
          out[col * rows + row] = in[row * cols + col];

  problem.arrays.push_back(std::move(input));
  problem.arrays.push_back(std::move(output));
  return problem;
}

}  // namespace day15

#ifdef __CUDACC__
#include "exercise/copy_baseline.cuh"
#include "exercise/day_defaults.cuh"

namespace day15 {

// The starter's kernel, here once more so that its time is known whatever the learner made of the starter.
static __global__ void tiledTranspose(const float* in, float* out, std::size_t rows, std::size_t cols,
                                      std::size_t tileCols) {
  constexpr unsigned tileDim = 32, blockRows = 8;
  __shared__ float tile[tileDim][tileDim];
  const std::size_t tileRow = blockIdx.x / tileCols, tileCol = blockIdx.x % tileCols;
  const std::size_t inCol = tileCol * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const std::size_t inRow = tileRow * tileDim + j;
    if (inRow < rows && inCol < cols) tile[j][threadIdx.x] = in[inRow * cols + inCol];
  }
  __syncthreads();
  const std::size_t outCol = tileRow * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const std::size_t outRow = tileCol * tileDim + j;
    if (outRow < cols && outCol < rows) out[outRow * rows + outCol] = tile[threadIdx.x][j];
  }
}

}  // namespace day15

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day15";
  static std::vector<Shape> ladder() {
    return {Shape(1, 1),   Shape(1, 33),    Shape(31, 33),     Shape(32, 32),
            Shape(33, 97), Shape(611, 613), Shape(2003, 3001), Shape(2097153, 3)};
  }
  static Shape timedShape() { return Shape(2003, 3001); }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day15::transposeProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& pointers) {
    ::solve(static_cast<const float*>(pointers[0]), static_cast<float*>(pointers[1]), problem.shape.rows(),
            problem.shape.cols());
  }

  static void naive(const Problem& problem, const Pointers& pointers) {
    const std::size_t rows = problem.shape.rows(), cols = problem.shape.cols();
    const std::size_t tileRows = (rows + 31) / 32, tileCols = (cols + 31) / 32;
    day15::tiledTranspose<<<static_cast<unsigned>(tileRows * tileCols), dim3(32, 8)>>>(
        static_cast<const float*>(pointers[0]), static_cast<float*>(pointers[1]), rows, cols, tileCols);
  }

  static void copy(const Problem& problem, const Pointers& pointers) {
    exercise::copyMatrix(static_cast<const float*>(pointers[0]), static_cast<float*>(pointers[1]), problem.shape.rows(),
                         problem.shape.cols());
  }

  static std::uint64_t bytesMoved(const Problem& problem) { return 2 * sizeof(float) * problem.shape.count(); }
};
#endif
