#pragma once
// Day 8's exercise: flip a matrix upside down. See src/exercise/day.h for what each member is for.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exercise/diagnosis.h"
#include "exercise/problem.h"
#include "exercise/text.h"

/// Written by the learner. `in` and `out` are rows x cols, both row-major in device memory; default stream.
void solve(const float* in, float* out, std::size_t rows, std::size_t cols);

namespace day08 {

/// The matrix as distinct values, and itself upside down.
inline exercise::Problem flipProblem(const exercise::Shape& shape, std::uint64_t seed) {
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
  output.shape = Shape(rows, cols);
  output.expected = Bytes(output.bytes());

  float* const in = elementsOf<float>(input.initial);
  float* const out = elementsOf<float>(output.expected);
  for (std::size_t i = 0; i < rows * cols; ++i) in[i] = static_cast<float>(problem.traced.at(i));
  for (std::size_t row = 0; row < rows; ++row) std::copy_n(in + row * cols, cols, out + (rows - 1 - row) * cols);

  problem.arrays.push_back(std::move(input));
  problem.arrays.push_back(std::move(output));
  return problem;
}

/// A flip of another kind: `from(row, col)` is the index of the input that each output element holds.
template <class From>
bool holds(const exercise::Problem& problem, const exercise::Bytes& got, From from) {
  using namespace exercise;
  const Array &in = problem.arrays[0], &out = problem.arrays[1];
  const std::size_t rows = problem.shape.rows(), cols = problem.shape.cols();
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t col = 0; col < cols; ++col)
      if (elementAt(got, out.type, row * cols + col) != elementAt(in.initial, in.type, from(row, col))) return false;
  return true;
}

inline exercise::Diagnosis ownDiagnosis(const char* faultClass, std::string headline) {
  exercise::Diagnosis out;
  out.faultClass = faultClass;
  out.headline = std::move(headline);
  out.see = "day 8";
  return out;
}

/// Whether element (row, col) of the output is as expected.
inline bool isRight(const exercise::Problem& problem, const exercise::Bytes& got, std::size_t i) {
  const exercise::Array& out = problem.arrays[1];
  return exercise::elementAt(got, out.type, i) == exercise::elementAt(out.expected, out.type, i);
}

/// Only the middle one of an odd number of rows was left out.
inline bool onlyMiddleRowMissing(const exercise::Problem& problem, const exercise::Bytes& got) {
  const std::size_t rows = problem.shape.rows(), cols = problem.shape.cols();
  if (rows % 2 == 0) return false;
  for (std::size_t i = 0; i < rows * cols; ++i)
    if (i / cols == rows / 2 ? !exercise::isPoison(got, problem.arrays[1].type, i) : !isRight(problem, got, i))
      return false;
  return true;
}

/// The input's row r went to flat index (rows - 1 - r) * rows on: the output's rows are taken to be `rows` long. Where
/// they overlap, any of them may have won.
inline bool writtenWithRowsAsStride(const exercise::Problem& problem, const exercise::Bytes& got) {
  using namespace exercise;
  const Array &in = problem.arrays[0], &out = problem.arrays[1];
  const std::size_t rows = problem.shape.rows(), cols = problem.shape.cols();
  for (std::size_t i = 0; i < rows * cols; ++i) {
    const double value = elementAt(got, out.type, i);
    bool any = false, fits = false;
    for (std::size_t to = std::min(i / rows, rows - 1); i - to * rows < cols && !fits; --to) {
      any = true;
      fits = value == elementAt(in.initial, in.type, (rows - 1 - to) * cols + i - to * rows);
      if (to == 0) break;
    }
    if (any ? !fits : !isPoison(got, out.type, i)) return false;
  }
  return true;
}

/// Every wrong cell lies in the first columns and may hold what a thread past the last column of the input wrote: the
/// element two rows below the expected one, or, in output row 1, something from outside.
inline bool writtenPastTheRow(const exercise::Problem& problem, const exercise::Bytes& got) {
  using namespace exercise;
  const Array &in = problem.arrays[0], &out = problem.arrays[1];
  const std::size_t rows = problem.shape.rows(), cols = problem.shape.cols();
  for (std::size_t i = 0; i < rows * cols; ++i) {
    if (isRight(problem, got, i)) continue;
    const std::size_t row = i / cols;
    if (row == 0 || i % cols >= 1024) return false;
    const std::size_t from = rows - row + 1;
    if (from < rows && elementAt(got, out.type, i) != elementAt(in.initial, in.type, from * cols + i % cols))
      return false;
  }
  return true;
}

/// The mistakes of this exercise, each named only where every element agrees with it. Silent on a matrix of few rows or
/// columns, in which several of them are the same.
inline std::optional<exercise::Diagnosis> explainFlip(const exercise::Problem& problem, const exercise::Bytes& got) {
  using exercise::number;
  const std::size_t rows = problem.shape.rows(), cols = problem.shape.cols();
  if (rows < 4 || cols < 4) return std::nullopt;
  if (holds(problem, got, [&](std::size_t row, std::size_t col) { return row * cols + cols - 1 - col; }))
    return ownDiagnosis("flipped-left-right",
                        "flipped left to right: each row is reversed where it stands, and no row changed its place");
  if (holds(problem, got, [&](std::size_t row, std::size_t col) { return (rows - row) * cols - 1 - col; }))
    return ownDiagnosis("flipped-both-ways",
                        "flipped both ways: the rows changed places as they should, and each one is reversed as well");
  if (onlyMiddleRowMissing(problem, got))
    return ownDiagnosis("middle-row-unwritten",
                        "the middle row, row " + number(rows / 2) + " of " + number(rows) +
                            ", was never written: with an odd number of rows, one changes places with itself");
  if (rows != cols && writtenWithRowsAsStride(problem, got))
    return ownDiagnosis("swapped-stride", "the output is written with a stride of " + number(rows) +
                                              " elements a row where " + number(cols) +
                                              " is right: a row is cols elements long, not rows");
  if (writtenPastTheRow(problem, got))
    return ownDiagnosis("column-guard-missing",
                        "the first columns hold what belongs to another row: threads past the last column wrote them, "
                        "so `col < cols` is not asked before the store");
  return std::nullopt;
}

}  // namespace day08

#ifdef __CUDACC__
#include "exercise/copy_baseline.cuh"
#include "exercise/day_defaults.cuh"

namespace day08 {

// The starter's kernel, here once more so that its time is known whatever the learner made of the starter.
static __global__ void flipRowsOnY(const float* in, float* out, std::size_t rows, std::size_t cols) {
  const std::size_t row = blockIdx.y * static_cast<std::size_t>(blockDim.y) + threadIdx.y;
  const std::size_t col = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (row < rows && col < cols) out[(rows - 1 - row) * cols + col] = in[row * cols + col];
}

}  // namespace day08

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day08";

  static std::vector<Shape> ladder() {
    return {Shape(1, 1),     Shape(1, 33),      Shape(33, 1),     Shape(31, 33),
            Shape(611, 613), Shape(2003, 3001), Shape(524281, 3), Shape(2097153, 1)};
  }
  static Shape timedShape() { return Shape(2003, 3001); }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day08::flipProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, problem.shape.rows(), problem.shape.cols());
  }

  static void naive(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    const std::size_t rows = problem.shape.rows(), cols = problem.shape.cols();
    const dim3 grid(static_cast<unsigned>((cols + 31) / 32), static_cast<unsigned>((rows + 7) / 8));
    day08::flipRowsOnY<<<grid, dim3(32, 8)>>>(DevicePointer{at[0]}, DevicePointer{at[1]}, rows, cols);
  }

  static void copy(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    exercise::copyMatrix(DevicePointer{at[0]}, DevicePointer{at[1]}, problem.shape.rows(), problem.shape.cols());
  }

  static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t, const exercise::Bytes& got) {
    return day08::explainFlip(problem, got);
  }
};
#endif
