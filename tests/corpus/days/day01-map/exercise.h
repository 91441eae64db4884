#pragma once
// Map: out[i] = a x[i] + y[i].
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// All of n floats in device memory; default stream.
void solve(float a, const float* x, const float* y, float* out, std::size_t n);

namespace map {

/// Whole numbers, so that any order of operations gives the same bits.
inline exercise::Problem scaleAndAdd(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  const double a = static_cast<double>(3 + seed % 5);
  const std::vector<double> x = wholeNumbers(derivedSeed(seed, 1, 0), n, 1U << 19);
  const std::vector<double> y = wholeNumbers(derivedSeed(seed, 2, 0), n, 1U << 22);
  Problem problem;
  problem.shape = shape;
  problem.scalars = {a};
  problem.arrays.push_back(inputArray("x", ElementType::f32, shape, x));
  problem.arrays.push_back(inputArray("y", ElementType::f32, shape, y));
  Terms terms;
  terms.noun = "operand";
  terms.of = [=](std::size_t i, std::vector<Term>& out) { out = {{a * x[i], i}, {y[i], i}}; };
  problem.arrays.push_back(foldArray("out", ElementType::f32, shape, terms, true));
  problem.arrays.back().relation.elementwise = [=](std::size_t i, std::size_t j) { return a * x[i] + y[j]; };
  return problem;
}

}  // namespace map

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day01";

  static std::vector<Shape> ladder() { return {Shape(1), Shape(3), Shape(1000), Shape(70001)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return map::scaleAndAdd(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(static_cast<float>(problem.scalars[0]), DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]},
            problem.shape.count());
  }
};
#endif
