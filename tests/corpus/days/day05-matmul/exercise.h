#pragma once
// Matrix product: c = a b, with a of m x k and b of k x n. The case is m x n x k.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// All row by row; default stream.
void solve(const float* a, const float* b, float* c, std::size_t m, std::size_t n, std::size_t k);

namespace matmul {

/// Whole numbers by even seeds, real ones by odd: the first show any missing product, the second are rounded.
inline exercise::Problem product(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t m = shape.extent[0], n = shape.extent[1], k = shape.extent[2];
  const bool exact = seed % 2 == 0;
  const auto draw = [&](std::uint64_t use, std::size_t count) {
    return exact ? wholeNumbers(derivedSeed(seed, use, 0), count, 500) : awkwardReals(derivedSeed(seed, use, 0), count);
  };
  const auto operands = std::make_shared<const Product>(Product{m, n, k, draw(1, m * k), draw(2, k * n)});
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("a", ElementType::f32, Shape(m, k), operands->a));
  problem.arrays.push_back(inputArray("b", ElementType::f32, Shape(k, n), operands->b));
  Terms terms;
  terms.noun = "product";
  terms.length = k;
  terms.of = [=](std::size_t cell, std::vector<Term>& out) {
    for (std::size_t l = 0; l < k; ++l)
      out.push_back({operands->a[cell / n * k + l] * operands->b[l * n + cell % n], l});
  };
  problem.arrays.push_back(foldArray("c", ElementType::f32, Shape(m, n), terms, exact));
  problem.arrays.back().relation.product = operands;
  return problem;
}

}  // namespace matmul

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day05";

  static std::vector<Shape> ladder() { return {Shape(1, 1, 1), Shape(3, 5, 2), Shape(33, 17, 40), Shape(50, 70, 45)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return matmul::product(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, problem.shape.extent[0],
            problem.shape.extent[1], problem.shape.extent[2]);
  }
};
#endif
