#pragma once
// Stencil: 4 times the cell minus its four neighbors, 0 outside the matrix.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// rows x cols floats each; default stream.
void solve(const float* in, float* out, std::size_t rows, std::size_t cols);

namespace stencil {

/// Whole numbers. A tap outside the matrix counts 0.
inline exercise::Problem fourNeighbors(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t rows = shape.rows(), cols = shape.cols();
  const std::vector<double> in = wholeNumbers(seed, shape.count(), 1U << 20);
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("in", ElementType::f32, shape, in));
  Terms terms;
  terms.noun = "tap";
  terms.of = [=](std::size_t cell, std::vector<Term>& out) {
    const std::size_t row = cell / cols, col = cell % cols;
    const auto tap = [&](bool inside, double weight, std::size_t at) {
      out.push_back({inside ? weight * in[at] : 0, inside ? at : nowhere});
    };
    tap(true, 4, cell);
    tap(row > 0, -1, cell - cols);
    tap(row + 1 < rows, -1, cell + cols);
    tap(col > 0, -1, cell - 1);
    tap(col + 1 < cols, -1, cell + 1);
  };
  problem.arrays.push_back(foldArray("out", ElementType::f32, shape, terms, true));
  return problem;
}

}  // namespace stencil

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day03";

  static std::vector<Shape> ladder() { return {Shape(1, 1), Shape(3, 5), Shape(33, 40), Shape(70, 101)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return stencil::fourNeighbors(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, problem.shape.rows(), problem.shape.cols());
  }
};
#endif
