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

/// What is wrong with an output, cell by cell, as far as it has to do with where rows and float4s begin and end.
struct Ends {
  std::size_t heads = 0, tails = 0, quads = 0;      // floats before and after the whole float4s of their row; float4s
  std::size_t headHoles = 0, tailHoles = 0;         // of these floats, those that nobody wrote
  std::size_t quadHoles = 0, everyFourthHoles = 0;  // unwritten floats of float4s; those outside float4s 0, 4, 8, ...
  std::size_t fromAbove = 0, fromBelow = 0;         // floats with the factor of a row that a float4 may begin or end in
  std::size_t otherWrong = 0;
};

inline Ends endsOf(const exercise::Problem& problem, const exercise::Bytes& got) {
  using namespace exercise;
  const std::size_t cols = problem.shape.cols(), count = problem.shape.count();
  const Array &in = problem.arrays[0], &factors = problem.arrays[1], &out = problem.arrays[2];
  const auto number = [](const Bytes& bytes, std::size_t i) { return elementAt(bytes, ElementType::f32, i); };
  Ends ends;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = i / cols, start = row * cols, end = start + cols;
    const std::size_t first = std::min((start + quad - 1) / quad * quad, end), past = end - (end - first) % quad;
    const bool head = i < first, tail = i >= past;
    ends.heads += head ? 1 : 0;
    ends.tails += tail ? 1 : 0;
    ends.quads += !head && !tail && i % quad == 0 ? 1 : 0;
    if (number(got, i) == number(out.expected, i)) continue;
    if (isPoison(got, ElementType::f32, i)) {
      ends.headHoles += head ? 1 : 0;
      ends.tailHoles += tail ? 1 : 0;
      ends.quadHoles += !head && !tail ? 1 : 0;
      ends.everyFourthHoles += i / quad % 4 != 0 ? 1 : 0;
      continue;
    }
    // Whose factor is it? That of another row with a float in the same float4, or anybody's.
    bool above = false, below = false;
    for (std::size_t other = i / quad * quad; other < std::min(i / quad * quad + quad, count); ++other) {
      const bool itsFactor = number(got, i) == number(factors.initial, other / cols) * number(in.initial, i);
      above = above || (other / cols < row && itsFactor);
      below = below || (other / cols > row && itsFactor);
    }
    ends.fromAbove += above ? 1 : 0;
    ends.fromBelow += below && !above ? 1 : 0;
    ends.otherWrong += !above && !below ? 1 : 0;
  }
  return ends;
}

/// Names float4s that reach into another row, and holes at the ends of the rows. Nothing for any other failure, and
/// nothing where the case is too small to tell.
inline std::optional<exercise::Diagnosis> explainEnds(const exercise::Problem& problem, const exercise::Bytes& got) {
  using exercise::counted;
  const Ends ends = endsOf(problem, got);
  const auto say = [](const char* word, const std::string& headline) {
    exercise::Diagnosis out;
    out.faultClass = word;
    out.headline = headline;
    out.see = "day 18";
    return out;
  };
  if (problem.shape.rows() < 2 || ends.otherWrong > 0) return std::nullopt;
  const std::size_t holes = ends.headHoles + ends.tailHoles + ends.quadHoles;
  if (holes == 0 && ends.fromBelow == 0)
    return say("row-overrun", counted(ends.fromAbove, "float") +
                                  " at the starts of rows got the factor of a row above: what is written for one row "
                                  "reaches past its end, into the next");
  if (holes == 0 && ends.fromAbove == 0)
    return say("row-underrun", counted(ends.fromBelow, "float") +
                                   " at the ends of rows got the factor of a row below: what is written for one row "
                                   "begins before it, in the row above");
  if (ends.fromAbove + ends.fromBelow > 0) return std::nullopt;
  if (ends.quads >= 64 && holes == ends.everyFourthHoles && 2 * holes > problem.shape.count())
    return say(
        "every-fourth-quad",
        "only every fourth float4 was written: an index into a float4 pointer counts float4s already, and this one "
        "was multiplied by 4");
  if (ends.quads == 0 || ends.heads == 0 || ends.tails == 0 || ends.quadHoles > 0) return std::nullopt;
  const bool noHead = ends.headHoles == ends.heads, noTail = ends.tailHoles == ends.tails;
  if (noHead && noTail)
    return say("row-ends-unwritten", "only whole float4s were written: the " + counted(ends.heads, "float") +
                                         " before and the " + counted(ends.tails, "float") +
                                         " after them, up to 3 at each end of a row, were not");
  if (noHead && ends.tailHoles == 0)
    return say("row-head-unwritten", "the floats before the first whole float4 of each row were never written: " +
                                         counted(ends.heads, "float") +
                                         ", up to 3 a row, in rows that do not start at a multiple of 16 bytes");
  if (noTail && ends.headHoles == 0)
    return say("row-tail-unwritten", "the floats after the last whole float4 of each row were never written: " +
                                         counted(ends.tails, "float") +
                                         ", up to 3 a row, in rows that do not end at a multiple of 16 bytes");
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
