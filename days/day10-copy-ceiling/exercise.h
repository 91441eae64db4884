#pragma once
// Day 10's exercise: out = a + s b. See src/exercise/day.h for what each member is for.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// Written by the learner. Three vectors of n floats in device memory; default stream.
void solve(const float* a, float s, const float* b, float* out, std::size_t n);

namespace day10 {

/// Whole numbers whose sums are exact in any order and with any rounding, so that only a wrong element is wrong.
inline exercise::Problem triadProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  const double s = static_cast<double>(3 + seed % 5);
  const std::vector<double> a = wholeNumbers(derivedSeed(seed, 1, 0), n, 1U << 22);
  const std::vector<double> b = wholeNumbers(derivedSeed(seed, 2, 0), n, 1U << 19);
  Problem problem;
  problem.shape = shape;
  problem.scalars = {s};
  problem.arrays.push_back(inputArray("a", ElementType::f32, shape, a));
  problem.arrays.push_back(inputArray("b", ElementType::f32, shape, b));
  Terms terms;
  terms.noun = "operand";
  terms.of = [=](std::size_t i, std::vector<Term>& out) { out = {{a[i], i}, {s * b[i], i}}; };
  problem.arrays.push_back(foldArray("out", ElementType::f32, shape, terms, true));
  Relation& relation = problem.arrays.back().relation;
  relation.elementwise = [=](std::size_t i, std::size_t j) { return a[i] + s * b[j]; };
  if (n > 1U << 20) return problem;  // a mistake is named at a case of the ladder
  Mistake other{"scalar-on-a", "s multiplies a, where it should multiply b", "day 10", std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) other.values[i] = static_cast<double>(static_cast<float>(s * a[i] + b[i]));
  Mistake unused{"term-weight", "b is added as it is, without s", "day 10", std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) unused.values[i] = a[i] + b[i];
  relation.mistakes = {other, unused};
  return problem;
}

}  // namespace day10

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

namespace day10 {

// The starter's two kernels, here once more so that their time is known whatever the learner made of the starter.
static __global__ void naiveScale(float s, const float* b, float* out, std::size_t n) {
  const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = s * b[i];
}

static __global__ void naiveAdd(const float* a, float* out, std::size_t n) {
  const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i] + out[i];
}

inline unsigned blocksFor(std::size_t n) { return static_cast<unsigned>((n + 255) / 256); }

}  // namespace day10

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day10";

  static std::vector<Shape> ladder() {
    return {Shape(1), Shape(31), Shape(256), Shape(1023), Shape(70001), Shape(611003)};
  }
  static Shape timedShape() { return Shape(6011003); }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day10::triadProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, static_cast<float>(problem.scalars[0]), DevicePointer{at[1]}, DevicePointer{at[2]},
            problem.shape.count());
  }

  static void naive(const Problem& problem, const Pointers& at) {
    const std::size_t n = problem.shape.count();
    float* const out = static_cast<float*>(at[2]);
    day10::naiveScale<<<day10::blocksFor(n), 256>>>(static_cast<float>(problem.scalars[0]),
                                                    static_cast<const float*>(at[1]), out, n);
    day10::naiveAdd<<<day10::blocksFor(n), 256>>>(static_cast<const float*>(at[0]), out, n);
  }

  /// The triad reads two vectors and writes one, 12 bytes an element. A copy of one and a half vectors moves as many.
  static void copy(const Problem& problem, const Pointers& at) {
    const std::size_t n = problem.shape.count(), half = n / 2;
    unsigned* const out = static_cast<unsigned*>(at[2]);
    exercise::copyWords<<<day10::blocksFor(n), 256>>>(static_cast<const unsigned*>(at[0]), out, n);
    if (half != 0) exercise::copyWords<<<day10::blocksFor(half), 256>>>(static_cast<const unsigned*>(at[1]), out, half);
  }
};
#endif
