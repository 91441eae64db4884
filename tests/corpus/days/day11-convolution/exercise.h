#pragma once
// Convolution: out[i] = sum of w[j] in[i + 3 - j], j = 0 … 6, with 0 outside.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// `weights` has 7 elements in device memory; default stream.
void solve(const float* in, const float* weights, float* out, std::size_t n);

namespace convolution {

/// Whole numbers by even seeds, real ones by odd.
inline exercise::Problem sevenWeights(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  const bool exact = seed % 2 == 0;
  const std::vector<double> in = exact ? wholeNumbers(seed, n, 20000) : awkwardReals(seed, n);
  const std::vector<double> weights = wholeNumbers(derivedSeed(seed, 3, 0), 7, 60);
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("in", ElementType::f32, shape, in));
  problem.arrays.push_back(inputArray("weights", ElementType::f32, Shape(7), weights));
  const auto taps = [=](bool turned) {
    return [=](std::size_t i, std::vector<Term>& out) {
      for (std::size_t j = 0; j < 7; ++j) {
        const bool inside = i + 3 >= j && i + 3 - j < n;
        out.push_back({inside ? weights[turned ? 6 - j : j] * in[i + 3 - j] : 0, inside ? i + 3 - j : nowhere});
      }
    };
  };
  Terms terms;
  terms.noun = "tap";
  terms.of = taps(false);
  problem.arrays.push_back(foldArray("out", ElementType::f32, shape, terms, exact));
  terms.of = taps(true);
  problem.arrays.back().relation.mistakes.push_back(
      {"weights-reversed", "the weights are used in the opposite order: weight j goes with the element 3 - j away",
       "day 19", foldValues(terms, n)});
  return problem;
}

}  // namespace convolution

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day11";

  static std::vector<Shape> ladder() { return {Shape(1), Shape(5), Shape(300), Shape(3001)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return convolution::sevenWeights(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, problem.shape.count());
  }
};
#endif
