#pragma once
// Dense to sparse: the non-zero elements of each row, one row after another. Row r has the entries offsets[r] to
// offsets[r + 1] - 1: its columns ascend, and values[j] is the element in column columns[j].
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// `dense` is rows x cols; `offsets` has rows + 1 elements, `columns` and `values` rows x cols, and what is past the
/// last entry does not matter. `counts` has room for `rows` values, of any content afterwards; default stream.
void solve(const float* dense, unsigned* offsets, unsigned* columns, float* values, unsigned* counts, std::size_t rows,
           std::size_t cols);

namespace csr {

/// Distinct elements of both signs. One row in five is empty, one in six full, and of the others one in six is kept.
inline exercise::Problem compressRows(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t rows = shape.rows(), cols = shape.cols();
  const DistinctValues sizes(derivedSeed(seed, 1, 0), shape.count());
  Draw draw(derivedSeed(seed, 2, 0));
  std::vector<double> dense(shape.count(), 0), columns(shape.count());
  std::vector<unsigned char> passes(shape.count(), 0);
  std::vector<std::size_t> starts{0};
  for (std::size_t row = 0; row < rows; ++row) {
    const bool empty = draw.below(5) == 0, full = draw.below(6) == 0;
    starts.push_back(starts.back());
    for (std::size_t col = 0; col < cols; ++col) {
      const std::size_t cell = row * cols + col;
      const std::size_t kind = draw.below(12);
      columns[cell] = static_cast<double>(col);
      if (empty || (!full && kind > 1)) continue;
      dense[cell] = kind % 2 == 0 ? sizes.at(cell) : -static_cast<double>(sizes.at(cell));
      passes[cell] = dense[cell] != 0;
      starts.back() += passes[cell];
    }
  }
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("dense", ElementType::f32, shape, dense));
  problem.arrays.push_back(rowOffsetsArray("offsets", starts));
  problem.arrays.push_back(keptRowsArray("columns", ElementType::u32, columns, passes, starts));
  problem.arrays.push_back(keptRowsArray("values", ElementType::f32, dense, passes, starts));
  problem.arrays.push_back(scratchArray("counts", ElementType::u32, Shape(rows)));
  return problem;
}

}  // namespace csr

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day14";

  static std::vector<Shape> ladder() { return {Shape(1, 1), Shape(3, 40), Shape(33, 9), Shape(70, 100)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return csr::compressRows(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, DevicePointer{at[3]},
            DevicePointer{at[4]}, problem.shape.rows(), problem.shape.cols());
  }
};
#endif
