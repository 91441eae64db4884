#pragma once
// Day 5's exercise: vector add on awkward lengths. See src/exercise/day.h for what each member is for.
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "exercise/arrays.h"

/// Written by the learner. out[i] = a[i] + b[i] for n floats in device memory; default stream.
void solve(const float* a, const float* b, float* out, std::size_t n);

namespace day05 {

/// Whole numbers below 2^22: their sum is exact in a float.
inline exercise::Problem addProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  const std::vector<double> a = wholeNumbers(derivedSeed(seed, 1, 0), n, 1U << 22);
  const std::vector<double> b = wholeNumbers(derivedSeed(seed, 2, 0), n, 1U << 22);
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("a", ElementType::f32, shape, a));
  problem.arrays.push_back(inputArray("b", ElementType::f32, shape, b));
  Terms terms;
  terms.noun = "operand";
  terms.of = [=](std::size_t i, std::vector<Term>& out) { out = {{a[i], i}, {b[i], i}}; };
  problem.arrays.push_back(foldArray("out", ElementType::f32, shape, terms, true));
  problem.arrays.back().relation.elementwise = [=](std::size_t i, std::size_t j) { return a[i] + b[j]; };
  return problem;
}

}  // namespace day05

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day05";

  static std::vector<Shape> ladder() {
    return {Shape(1),   Shape(31),   Shape(255),   Shape(256),    Shape(257),
            Shape(500), Shape(1000), Shape(65537), Shape(1000003)};
  }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day05::addProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, problem.shape.count());
  }
};
#endif
