#pragma once
// Sparse product: y[r] = sum of values[j] x[columns[j]], j = offsets[r] … offsets[r + 1] - 1.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// n rows and columns; default stream.
void solve(const unsigned* offsets, const unsigned* columns, const float* values, const float* x, float* y,
           std::size_t n);

namespace sparse {

/// Rows of 0 to 9 entries, one in eight of up to 80. Whole numbers by even seeds, real ones by odd.
inline exercise::Problem sparseProduct(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  const bool exact = seed % 2 == 0;
  Draw draw(seed);
  SparseRows rows;
  rows.offsets.push_back(0);
  for (std::size_t r = 0; r < n; ++r) {
    const std::size_t entries = draw.below(8) == 0 ? 33 + draw.below(48) : draw.below(10);
    for (std::size_t j = 0; j < entries; ++j) rows.columns.push_back(draw.below(n));
    rows.offsets.push_back(rows.columns.size());
  }
  if (rows.columns.empty()) {
    rows.columns.push_back(0);
    rows.offsets.back() = 1;
  }
  const std::size_t entries = rows.columns.size();
  rows.values =
      exact ? wholeNumbers(derivedSeed(seed, 1, 0), entries, 400) : awkwardReals(derivedSeed(seed, 1, 0), entries);
  rows.x = exact ? wholeNumbers(derivedSeed(seed, 2, 0), n, 400) : awkwardReals(derivedSeed(seed, 2, 0), n);
  const auto doubles = [](const std::vector<std::size_t>& from) {
    return std::vector<double>(from.begin(), from.end());
  };
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("offsets", ElementType::u32, Shape(n + 1), doubles(rows.offsets)));
  problem.arrays.push_back(inputArray("columns", ElementType::u32, Shape(entries), doubles(rows.columns)));
  problem.arrays.push_back(inputArray("values", ElementType::f32, Shape(entries), rows.values));
  problem.arrays.push_back(inputArray("x", ElementType::f32, shape, rows.x));
  Terms terms;
  terms.noun = "entry";
  const auto shared = std::make_shared<const SparseRows>(rows);
  terms.of = [shared](std::size_t r, std::vector<Term>& out) {
    for (std::size_t j = shared->offsets[r]; j < shared->offsets[r + 1]; ++j)
      out.push_back({shared->values[j] * shared->x[shared->columns[j]], j - shared->offsets[r]});
  };
  terms.ragged = true;
  problem.arrays.push_back(foldArray("y", ElementType::f32, shape, terms, exact));
  problem.arrays.back().relation.sparse = shared;
  return problem;
}

}  // namespace sparse

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day13";

  static std::vector<Shape> ladder() { return {Shape(1), Shape(5), Shape(70), Shape(300)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return sparse::sparseProduct(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, DevicePointer{at[3]},
            DevicePointer{at[4]}, problem.shape.count());
  }
};
#endif
