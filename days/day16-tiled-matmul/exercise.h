#pragma once
// Day 16's exercise: c = a b, with a of m x k and b of k x n. The case is m x n x k. See src/exercise/day.h for what
// each member is for.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "exercise/arrays.h"

/// Written by the learner. All row-major in device memory; default stream.
void solve(const float* a, const float* b, float* c, std::size_t m, std::size_t n, std::size_t k);

namespace day16 {

/// a b, or |a| |b|, row by row so that the inner loop runs along memory: the timed shape has 134 million products.
inline std::vector<double> multiplied(const exercise::Product& of, bool absolute) {
  const auto part = [absolute](double value) { return absolute ? std::fabs(value) : value; };
  std::vector<double> c(of.m * of.n, 0);
  for (std::size_t row = 0; row < of.m; ++row)
    for (std::size_t l = 0; l < of.k; ++l) {
      const double factor = part(of.a[row * of.k + l]);
      const double* const from = of.b.data() + l * of.n;
      double* const to = c.data() + row * of.n;
      for (std::size_t col = 0; col < of.n; ++col) to[col] += factor * part(from[col]);
    }
  return c;
}

/// Whole numbers by even seeds, which show any missing product; real ones by odd seeds, which round.
inline exercise::Problem product(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t m = shape.extent[0], n = shape.extent[1], k = shape.extent[2];
  const bool exact = seed % 2 == 0;
  const auto draw = [&](std::uint64_t use, std::size_t count) {
    const std::uint64_t own = derivedSeed(seed, use, 0);
    return exact ? wholeNumbers(own, count, 100) : awkwardReals(own, count);  // 100 x 100 x 1,677 products stay exact
  };
  const auto operands = std::make_shared<const Product>(Product{m, n, k, draw(1, m * k), draw(2, k * n)});
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("a", ElementType::f32, Shape(m, k), operands->a));
  problem.arrays.push_back(inputArray("b", ElementType::f32, Shape(k, n), operands->b));

  Array c = outputArray("c", ElementType::f32, Shape(m, n), multiplied(*operands, false));
  c.scale = multiplied(*operands, true);
  c.allowed.assign(m * n, 0);
  if (!exact)
    for (std::size_t cell = 0; cell < m * n; ++cell) c.allowed[cell] = sumTolerance(c.type, k, c.scale[cell]);
  c.relation.product = operands;
  c.relation.terms.noun = "product";
  c.relation.terms.length = k;
  c.relation.terms.of = [=](std::size_t cell, std::vector<Term>& out) {
    for (std::size_t l = 0; l < k; ++l)
      out.push_back({operands->a[cell / n * k + l] * operands->b[l * n + cell % n], l});
  };
  problem.arrays.push_back(std::move(c));
  return problem;
}

}  // namespace day16

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

namespace day16 {

// The starter's kernel, here once more so that its time is known whatever the learner made of the starter.
static __global__ void naiveMultiply(const float* a, const float* b, float* c, std::size_t m, std::size_t n,
                                     std::size_t k) {
  constexpr unsigned tileDim = 16;
  const std::size_t row = blockIdx.y * static_cast<std::size_t>(tileDim) + threadIdx.y;
  const std::size_t col = blockIdx.x * static_cast<std::size_t>(tileDim) + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0.0f;
  for (std::size_t l = 0; l < k; ++l) sum += a[row * k + l] * b[l * n + col];
  c[row * n + col] = sum;
}

}  // namespace day16

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day16";

  static std::vector<Shape> ladder() {
    return {Shape(1, 1, 1),    Shape(1, 1, 33),   Shape(1, 35, 1),     Shape(16, 16, 16),   Shape(31, 33, 17),
            Shape(67, 5, 130), Shape(5, 67, 131), Shape(101, 103, 97), Shape(131, 257, 193)};
  }
  static Shape timedShape() { return Shape(512, 512, 512); }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day16::product(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    const auto& extent = problem.shape.extent;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, extent[0], extent[1], extent[2]);
  }

  static void naive(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    const std::size_t m = problem.shape.extent[0], n = problem.shape.extent[1], k = problem.shape.extent[2];
    const dim3 grid(static_cast<unsigned>((n + 15) / 16), static_cast<unsigned>((m + 15) / 16));
    day16::naiveMultiply<<<grid, dim3(16, 16)>>>(static_cast<const float*>(at[0]), static_cast<const float*>(at[1]),
                                                 static_cast<float*>(at[2]), m, n, k);
  }
};
#endif
