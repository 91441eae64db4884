#pragma once
// Day 18's exercise: scale every row of a matrix by a factor of its own. See src/exercise/day.h for what each member is
// for.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exercise/arrays.h"
#include "exercise/diagnosis.h"
#include "exercise/text.h"

/// Written by the learner. `in` and `out` are rows x cols floats without gaps, `factors` one float a row. All in device
/// memory; default stream.
void solve(const float* in, const float* factors, float* out, std::size_t rows, std::size_t cols);

namespace day18 {

constexpr std::size_t quad = 4;  // floats of a float4

/// What a kernel leaves that finds the wrong value for cell i of `count`.
template <class ValueOf>
exercise::Mistake mistake(const char* word, const char* headline, std::size_t count, ValueOf valueOf) {
  exercise::Mistake out{word, headline, "day 18", std::vector<double>(count)};
  for (std::size_t i = 0; i < count; ++i) out.values[i] = valueOf(i);
  return out;
}

/// Whole numbers whose products are exact, so that only a wrong element is wrong. No two neighboring rows have the same
/// factor, and none has 1.
inline exercise::Problem rowsProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t rows = shape.rows(), cols = shape.cols(), count = shape.count();
  const std::vector<double> in = wholeNumbers(derivedSeed(seed, 1, 0), count, 1U << 18);
  std::vector<double> factors(rows), out(count);
  for (std::size_t row = 0; row < rows; ++row) factors[row] = static_cast<double>(2 + (row + seed % 7) % 31);
  for (std::size_t i = 0; i < count; ++i) out[i] = factors[i / cols] * in[i];

  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("in", ElementType::f32, shape, in));
  problem.arrays.push_back(inputArray("factors", ElementType::f32, Shape(rows), factors));
  problem.arrays.push_back(outputArray("out", ElementType::f32, shape, out));
  Relation& relation = problem.arrays.back().relation;
  if (count > 1U << 20) return problem;  // a mistake is named at a case of the ladder
  relation.elementwise = [=](std::size_t i, std::size_t j) { return in[i] * factors[j / cols]; };
  const auto withFactor = [&](std::size_t i, std::size_t row) { return factors[std::min(row, rows - 1)] * in[i]; };
  // Where the float4s of a row start: at the first multiple of four floats in it.
  const auto inQuads = [&](std::size_t i) {
    const std::size_t start = i / cols * cols, end = start + cols, first = (start + quad - 1) / quad * quad;
    return i >= first && i / quad * quad + quad <= end;
  };
  relation.mistakes = {
      mistake("factor-forgotten", "every element was copied as it is, and no factor was applied", count,
              [&](std::size_t i) { return in[i]; }),
      mistake("first-factor", "every row got the factor of the first one", count,
              [&](std::size_t i) { return withFactor(i, 0); }),
      mistake(
          "factor-of-the-first-lane",
          "all four floats of a float4 got the factor of its first one: a float4 that begins in one row and ends in "
          "the next needs both factors",
          count, [&](std::size_t i) { return withFactor(i, i / quad * quad / cols); }),
      mistake("last-component-forgotten",
              "of each aligned float4 the last float was copied without its factor: .w was not multiplied", count,
              [&](std::size_t i) { return i % quad == quad - 1 && inQuads(i) ? in[i] : withFactor(i, i / cols); }),
      mistake("body-unscaled", "the float4s were copied as they are: only the single floats got their factor", count,
              [&](std::size_t i) { return inQuads(i) ? in[i] : withFactor(i, i / cols); }),
      mistake("components-swapped",
              "the two middle floats of each float4 are exchanged: .y holds what belongs into .z, and .z what belongs "
              "into .y",
              count,
              [&](std::size_t i) {
                const bool middle = inQuads(i) && (i % quad == 1 || i % quad == 2);
                return withFactor(middle ? i / quad * quad + quad - 1 - i % quad : i, i / cols);
              }),
      mistake("ends-unscaled",
              "the single floats before and after the float4s of a row were copied as they are, without their factor",
              count, [&](std::size_t i) { return inQuads(i) ? withFactor(i, i / cols) : in[i]; }),
  };
  return problem;
}

/// Which floats of a row lie before its first and after its last whole float4.
struct RowParts {
  std::size_t head, tail;  // counts

  RowParts(std::size_t row, std::size_t cols) {
    const std::size_t start = row * cols, end = start + cols;
    const std::size_t first = std::min((start + quad - 1) / quad * quad, end);
    head = first - start;
    tail = (end - first) % quad;
  }
};

/// Names holes that are the heads or the tails of the rows, and cells that another row wrote. Nothing for any other
/// failure, and nothing where the case is too small to tell: one row, or no whole float4.
inline std::optional<exercise::Diagnosis> explainEnds(const exercise::Problem& problem, const exercise::Bytes& got) {
  using namespace exercise;
  const std::size_t rows = problem.shape.rows(), cols = problem.shape.cols();
  if (rows < 2) return std::nullopt;
  const Array &in = problem.arrays[0], &factors = problem.arrays[1], &out = problem.arrays[2];
  const auto factorOf = [&](std::size_t row) { return elementAt(factors.initial, ElementType::f32, row); };
  std::size_t headHoles = 0, tailHoles = 0, heads = 0, tails = 0, quads = 0, otherHoles = 0, fromAbove = 0,
              fromBelow = 0, otherWrong = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const RowParts parts(row, cols);
    heads += parts.head;
    tails += parts.tail;
    quads += (cols - parts.head - parts.tail) / quad;
    for (std::size_t col = 0; col < cols; ++col) {
      const std::size_t i = row * cols + col;
      const double value = elementAt(got, ElementType::f32, i), read = elementAt(in.initial, ElementType::f32, i);
      if (value == elementAt(out.expected, ElementType::f32, i)) continue;
      if (isPoison(got, ElementType::f32, i)) {
        headHoles += col < parts.head ? 1 : 0;
        tailHoles += col >= cols - parts.tail ? 1 : 0;
        otherHoles += col >= parts.head && col < cols - parts.tail ? 1 : 0;
      } else if (row > 0 && col < quad && value == factorOf(row - 1) * read) {
        ++fromAbove;
      } else if (row + 1 < rows && col + quad >= cols && value == factorOf(row + 1) * read) {
        ++fromBelow;
      } else {
        ++otherWrong;
      }
    }
  }
  const auto say = [](const char* word, const std::string& headline) {
    Diagnosis out;
    out.faultClass = word;
    out.headline = headline;
    out.see = "day 18";
    return out;
  };
  const std::size_t holes = headHoles + tailHoles;
  if (otherHoles + otherWrong > 0) return std::nullopt;
  if (holes == 0 && fromBelow == 0)
    return say("row-overrun", counted(fromAbove, "float") +
                                  " at the starts of rows got the factor of the row above: what is written for "
                                  "a row reaches past its end, into the next one");
  if (holes == 0 && fromAbove == 0)
    return say("row-underrun", counted(fromBelow, "float") +
                                   " at the ends of rows got the factor of the row below: what is written for "
                                   "a row begins before it, in the one above");
  if (fromAbove + fromBelow > 0 || quads == 0 || heads == 0 || tails == 0) return std::nullopt;
  if (headHoles == heads && tailHoles == tails)
    return say("row-ends-unwritten", "only whole float4s were written: the " + counted(heads, "float") +
                                         " before them and the " + counted(tails, "float") +
                                         " after them, up to 3 a row at each end, were not");
  if (headHoles == heads && tailHoles == 0)
    return say("row-head-unwritten",
               "the floats before the first whole float4 of a row were never written, up to 3 a "
               "row: " +
                   counted(heads, "float") +
                   " of rows that do not start at a multiple of 16 "
                   "bytes");
  if (tailHoles == tails && headHoles == 0)
    return say("row-tail-unwritten",
               "the floats after the last whole float4 of a row were never written, up to 3 a row: " +
                   counted(tails, "float") + " of rows that do not end at a multiple of 16 bytes");
  return std::nullopt;
}

}  // namespace day18

#ifdef __CUDACC__
#include "exercise/copy_baseline.cuh"
#include "exercise/day_defaults.cuh"

namespace day18 {

// The starter's kernel, here once more so that its time is known whatever the learner made of the starter.
static __global__ void naiveScale(const float* in, const float* factors, float* out, std::size_t rows, std::size_t cols,
                                  std::size_t rowPieces) {
  const std::size_t piece = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  const std::size_t row = piece / rowPieces, first = piece % rowPieces * 4;
  if (row >= rows) return;
  const float factor = factors[row];
  for (std::size_t j = 0; j < 4; ++j)
    if (first + j < cols) out[row * cols + first + j] = factor * in[row * cols + first + j];
}

}  // namespace day18

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day18";

  static std::vector<Shape> ladder() {
    return {Shape(1, 1),   Shape(1, 3),     Shape(3, 4),     Shape(33, 1),    Shape(5, 7),      Shape(31, 33),
            Shape(33, 32), Shape(257, 130), Shape(70001, 3), Shape(611, 613), Shape(2003, 3001)};
  }
  static Shape timedShape() { return Shape(2003, 3001); }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day18::rowsProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, problem.shape.rows(),
            problem.shape.cols());
  }

  static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t, const exercise::Bytes& got) {
    return day18::explainEnds(problem, got);
  }

  static void naive(const Problem& problem, const Pointers& at) {
    const std::size_t rows = problem.shape.rows(), cols = problem.shape.cols(), rowPieces = (cols + 3) / 4;
    day18::naiveScale<<<static_cast<unsigned>((rows * rowPieces + 255) / 256), 256>>>(
        static_cast<const float*>(at[0]), static_cast<const float*>(at[1]), static_cast<float*>(at[2]), rows, cols,
        rowPieces);
  }

  static void copy(const Problem& problem, const Pointers& at) {
    exercise::copyMatrix(static_cast<const float*>(at[0]), static_cast<float*>(at[2]), problem.shape.rows(),
                         problem.shape.cols());
  }
};
#endif
