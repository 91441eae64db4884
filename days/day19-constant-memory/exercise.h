#pragma once
// Day 19's exercise: a convolution with a few weights. See src/exercise/day.h for what each member is for.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "exercise/arrays.h"

/// Written by the learner. `in` has n + width - 1 floats, `weights` has `width`, from 1 to 1,023, and `out` has n. All
/// in device memory; default stream.
void solve(const float* in, const float* weights, float* out, std::size_t n, std::size_t width);

namespace day19 {

/// Whole numbers whose sums are exact in any order, so that only a wrong element is wrong. Weights are from 1 to 31.
inline exercise::Problem convolutionProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.rows(), width = shape.cols(), length = n + width - 1;
  constexpr std::size_t mostWeight = 31;
  const std::vector<double> in = wholeNumbers(derivedSeed(seed, 1, 0), length, mostForExactSum(width) / mostWeight);
  std::vector<double> weights = wholeNumbers(derivedSeed(seed, 2, 0), width, mostWeight);
  for (double& weight : weights) weight = std::fabs(weight);

  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("in", ElementType::f32, Shape(length), in));
  problem.arrays.push_back(inputArray("weights", ElementType::f32, Shape(width), weights));
  if (n * width > 1U << 22) {  // a mistake is named at a case of the ladder
    std::vector<double> out(n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < width; ++j) out[i] += weights[j] * in[i + width - 1 - j];
    problem.arrays.push_back(outputArray("out", ElementType::f32, Shape(n), out));
    return problem;
  }

  // The taps of every element with the weights `used`. A window may be moved, and then has no element where `in` ends.
  const auto taps = [=](const std::vector<double>& used, std::size_t forward) {
    return [=](std::size_t i, std::vector<Term>& out) {
      for (std::size_t j = 0; j < width; ++j) {
        const std::size_t from = i + forward + width - 1 - j;
        out.push_back({from < length ? used[j] * in[from] : 0, from < length ? from : nowhere});
      }
    };
  };
  Terms terms;
  terms.noun = "tap";
  terms.of = taps(weights, 0);
  problem.arrays.push_back(foldArray("out", ElementType::f32, Shape(n), terms, true));
  const auto mistake = [&](const char* word, const char* headline, const std::vector<double>& used) {
    terms.of = taps(used, 0);
    problem.arrays.back().relation.mistakes.push_back({word, headline, "day 19", foldValues(terms, n)});
  };
  mistake("weights-reversed", "the weights are used in the opposite order: weights[0] goes with in[i + width - 1]",
          std::vector<double>(weights.rbegin(), weights.rend()));
  mistake("first-weight", "every element of the window got the first weight", std::vector<double>(width, weights[0]));
  std::vector<double> quarter = weights;
  std::fill(quarter.begin() + static_cast<std::ptrdiff_t>(width / sizeof(float)), quarter.end(), 0.0);
  mistake(
      "quarter-of-the-weights",
      "only the first quarter of the weights took part and the others were 0: a copy counts bytes, and a float has 4",
      quarter);
  return problem;
}

}  // namespace day19

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

namespace day19 {

// The starter's kernel, here once more so that its time is known whatever the learner made of the starter.
static __global__ void naiveConvolve(const float* in, const float* weights, float* out, std::size_t n,
                                     std::size_t width) {
  const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (std::size_t j = 0; j < width; ++j) sum += weights[j] * in[i + width - 1 - j];
  out[i] = sum;
}

}  // namespace day19

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day19";

  static std::vector<Shape> ladder() {
    return {Shape(1, 1),    Shape(1, 7),     Shape(33, 1),     Shape(5, 9),
            Shape(300, 31), Shape(1023, 63), Shape(70001, 15), Shape(1500, 1023)};
  }
  static Shape timedShape() { return Shape(600011, 31); }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day19::convolutionProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, problem.shape.rows(),
            problem.shape.cols());
  }

  static void naive(const Problem& problem, const Pointers& at) {
    const std::size_t n = problem.shape.rows();
    day19::naiveConvolve<<<static_cast<unsigned>((n + 255) / 256), 256>>>(
        static_cast<const float*>(at[0]), static_cast<const float*>(at[1]), static_cast<float*>(at[2]), n,
        problem.shape.cols());
  }
};
#endif
