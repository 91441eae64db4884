#pragma once
// Day 19's exercise: a convolution with a few weights. See src/exercise/day.h for what each member is for.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exercise/arrays.h"
#include "exercise/diagnosis.h"
#include "exercise/text.h"

/// Written by the learner. `in` has n + width - 1 floats, `weights` has `width`, from 1 to 1,023, and `out` has n. All
/// in device memory; default stream.
void solve(const float* in, const float* weights, float* out, std::size_t n, std::size_t width);

namespace day19 {

constexpr std::size_t mostWeights = 1023;
constexpr const char *ofTheCallBefore = "weights-of-the-call-before", *ofTheFirstCall = "weights-of-the-first-call";

/// What a __constant__ array holds that is filled late: the harness draws new weights for every call of solve().
struct LateWeights {
  std::vector<double> before = std::vector<double>(mostWeights, 0.0);  // filled after the launch, in every call so far
  std::vector<double> first = std::vector<double>(mostWeights, 0.0);   // filled in the first call alone
  bool filled = false;

  void fill(const std::vector<double>& weights) {
    std::copy(weights.begin(), weights.end(), before.begin());
    if (!filled) first = before;
    filled = true;
  }
};

inline LateWeights& lateWeights() {
  static LateWeights late;
  return late;
}

/// Whole numbers whose sums are exact in any order, so that only a wrong element is wrong. Weights are from 1 to 31.
inline exercise::Problem convolutionProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.rows(), width = shape.cols(), length = n + width - 1;
  constexpr std::size_t mostWeight = 31;
  const std::vector<double> in = wholeNumbers(derivedSeed(seed, 1, 0), length, mostForExactSum(width) / mostWeight);
  std::vector<double> weights = wholeNumbers(derivedSeed(seed, 2, 0), width, mostWeight);
  for (double& weight : weights) weight = std::fabs(weight);
  const LateWeights late = lateWeights();
  lateWeights().fill(weights);

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

  // The taps of every element with the weights `used`.
  const auto taps = [=](const std::vector<double>& used) {
    return [=](std::size_t i, std::vector<Term>& out) {
      for (std::size_t j = 0; j < width; ++j) out.push_back({used[j] * in[i + width - 1 - j], i + width - 1 - j});
    };
  };
  Terms terms;
  terms.noun = "tap";
  terms.of = taps(weights);
  problem.arrays.push_back(foldArray("out", ElementType::f32, Shape(n), terms, true));
  const auto mistake = [&](const char* word, const char* headline, const std::vector<double>& used) {
    terms.of = taps(used);
    problem.arrays.back().relation.mistakes.push_back({word, headline, "day 19", foldValues(terms, n)});
  };
  mistake("weights-reversed", "the weights are used in the opposite order: weights[0] goes with in[i + width - 1]",
          std::vector<double>(weights.rbegin(), weights.rend()));
  mistake("first-weight", "every element of the window got the first weight", std::vector<double>(width, weights[0]));
  std::vector<double> shifted(width, 0.0);
  std::copy(weights.begin(), weights.end() - 1, shifted.begin() + 1);
  mistake("weights-shifted", "each weight stands one place too far back in the array, and the first place holds 0",
          shifted);
  mistake(ofTheCallBefore,
          "the sums are those of the weights that the call before had: the array was filled after the launch, and the "
          "next call found what this one brought",
          late.before);
  mistake(ofTheFirstCall,
          "the sums are those of the weights that the first call of solve() had: the array was filled once and never "
          "again, and each call brings weights of its own",
          late.first);
  return problem;
}

inline exercise::Diagnosis ownDiagnosis(const char* word, const std::string& headline) {
  exercise::Diagnosis out;
  out.faultClass = word;
  out.headline = headline;
  out.see = "day 19";
  return out;
}

/// How many weights took part, from the first one on, when the others might as well have been 0: `width` and more when
/// there is no such number.
inline std::size_t weightsThatTookPart(const exercise::Problem& problem, const exercise::Bytes& got) {
  using namespace exercise;
  const std::size_t n = problem.shape.rows(), width = problem.shape.cols();
  const auto number = [](const Bytes& bytes, std::size_t i) { return elementAt(bytes, ElementType::f32, i); };
  std::vector<double> sum(n, 0.0);
  for (std::size_t count = 0; count < width; ++count) {
    std::size_t equal = 0;
    while (equal < n && sum[equal] == number(got, equal)) ++equal;
    if (equal == n) return count;
    for (std::size_t i = 0; i < n; ++i)
      sum[i] += number(problem.arrays[1].initial, count) * number(problem.arrays[0].initial, i + width - 1 - count);
  }
  return width;
}

/// Mistakes that have to do with filling the array. Late weights would pass for a race, since they depend on the calls
/// before. Nothing where more than one fits, as in a sum of one or two terms.
inline std::optional<exercise::Diagnosis> explainWeights(const exercise::Problem& problem, const exercise::Bytes& got) {
  using namespace exercise;
  const std::size_t width = problem.shape.cols();
  const Relation& relation = problem.arrays.back().relation;
  if (width < 5 || problem.shape.rows() < 5 || relation.mistakes.empty()) return std::nullopt;
  std::vector<Diagnosis> fitting;
  for (const Mistake& mistake : relation.mistakes) {
    if (mistake.faultClass != ofTheCallBefore && mistake.faultClass != ofTheFirstCall) continue;
    bool fits = true;
    for (std::size_t i = 0; i < mistake.values.size() && fits; ++i)
      fits = elementAt(got, ElementType::f32, i) == mistake.values[i];
    if (fits) fitting.push_back(ownDiagnosis(mistake.faultClass.c_str(), mistake.headline));
  }
  const std::size_t count = weightsThatTookPart(problem, got);
  if (count == 0) {
    fitting.push_back(
        ownDiagnosis("weights-all-zero",
                     "every sum is 0: none of the " + number(width) +
                         " weights took part; a __constant__ array holds zeros until something is copied to it"));
  } else if (count < width) {
    const std::string first = "only the first " + number(count) + " of " + number(width) + " weights took part";
    fitting.push_back(count == width / sizeof(float)
                          ? ownDiagnosis("quarter-of-the-weights",
                                         first + ", a quarter of them: a copy counts bytes, and a float has 4")
                          : ownDiagnosis("weights-cut-short", first));
  }
  if (fitting.size() != 1) return std::nullopt;
  return fitting[0];
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
            Shape(300, 33), Shape(1023, 65), Shape(70001, 15), Shape(1500, 1023)};
  }
  static Shape timedShape() { return Shape(600011, 31); }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day19::convolutionProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, problem.shape.rows(),
            problem.shape.cols());
  }

  static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t, const exercise::Bytes& got) {
    return day19::explainWeights(problem, got);
  }

  static void naive(const Problem& problem, const Pointers& at) {
    const std::size_t n = problem.shape.rows();
    day19::naiveConvolve<<<static_cast<unsigned>((n + 255) / 256), 256>>>(
        static_cast<const float*>(at[0]), static_cast<const float*>(at[1]), static_cast<float*>(at[2]), n,
        problem.shape.cols());
  }
};
#endif
