// Outputs with holes, and values that no move of elements gives.
#include <cmath>
#include <limits>

#include "../corpus/days/day01-map/exercise.h"
#include "../corpus/days/day03-stencil/exercise.h"
#include "../corpus/days/day04-transpose/exercise.h"
#include "../corpus/days/day13-sparse/exercise.h"
#include "example.h"

namespace exercise_tests {

namespace {

/// `out` is 70 rows of 130.
Example transposedWith(const std::string& faultClass, const std::function<bool(std::size_t row, std::size_t col)>& hole,
                       std::function<void(Facts&)> more = {}) {
  return exampleOf(
      faultClass, transpose::transposed(Shape(130, 70), 5),
      [&](Output& out) { out.holesWhere([&](std::size_t cell) { return hole(cell / 130, cell % 130); }); },
      std::move(more));
}

Example vectorWith(const std::string& faultClass, std::size_t n, const std::function<bool(std::size_t)>& hole,
                   std::function<void(Facts&)> more = {}) {
  return exampleOf(
      faultClass, map::scaleAndAdd(Shape(n), 4), [&](Output& out) { out.holesWhere(hole); }, std::move(more));
}

}  // namespace

std::vector<Example> holeExamples() {
  std::vector<Example> out;
  out.push_back(transposedWith("nothing-written", [](std::size_t, std::size_t) { return true; }));
  out.push_back(transposedWith(
      "one-block-only", [](std::size_t row, std::size_t col) { return row >= 32 || col >= 32; },
      launched({1, 1, 1}, {32, 32, 1})));
  out.push_back(vectorWith(
      "one-block-only", 1500, [](std::size_t cell) { return cell >= 256; }, launched({6, 1, 1}, {256, 1, 1})));
  out.push_back(exampleOf("grid-y-limit", transpose::transposed(Shape(1, 65540), 5),
                          [](Output& made) { made.holesWhere([](std::size_t cell) { return cell >= 65535; }); }));
  out.push_back(vectorWith("index-overflow", 70001, [](std::size_t cell) { return cell >= 65536; }));
  out.push_back(transposedWith("early-return", [](std::size_t row, std::size_t col) {
    // A tile of the input is 32 x 32, and 2 x 32, 32 x 6 or 2 x 6 at the ends.
    const std::size_t height = std::min<std::size_t>(32, 130 - col / 32 * 32);
    const std::size_t width = std::min<std::size_t>(32, 70 - row / 32 * 32);
    return row % 32 >= height || col % 32 >= width;
  }));
  out.push_back(transposedWith("partial-tile-unwritten",
                               [](std::size_t row, std::size_t col) { return row >= 64 || col >= 128; }));
  out.push_back(vectorWith("past-n-unwritten", 1500, [](std::size_t cell) { return cell >= 1000; }));
  out.push_back(transposedWith("one-thread-a-block",
                               [](std::size_t row, std::size_t col) { return row % 16 != 0 || col % 16 != 0; }));
  out.push_back(vectorWith("every-kth-element", 1500, [](std::size_t cell) { return cell % 3 == 1; }));
  out.push_back(transposedWith("part-of-each-tile", [](std::size_t row, std::size_t) { return row % 16 >= 5; }));
  out.push_back(transposedWith("tile-unwritten", [](std::size_t row, std::size_t col) {
    return row / 32 == 1 && (col / 32 == 0 || col / 32 == 2);
  }));
  out.push_back(exampleOf("border-unwritten", stencil::fourNeighbors(Shape(33, 40), 5), [](Output& made) {
    made.holesWhere([](std::size_t cell) {
      const std::size_t row = cell / 40, col = cell % 40;
      return row == 0 || col == 0 || row == 32 || col == 39;
    });
  }));
  const Problem sparseProblem = sparse::sparseProduct(Shape(70), 6);
  const SparseRows& rows = *sparseProblem.arrays[4].relation.sparse;
  out.push_back(exampleOf("empty-rows-unwritten", sparseProblem, [&](Output& made) {
    made.holesWhere([&](std::size_t row) { return rows.offsets[row] == rows.offsets[row + 1]; });
  }));

  const Problem vector = map::scaleAndAdd(Shape(1000), 4);
  out.push_back(exampleOf("written-zero", vector, [](Output& made) {
    std::uint64_t state = 9;
    for (double& value : made.value) value = splitmix64(state) % 2 == 0 ? 0 : value;
  }));
  out.push_back(exampleOf("nan-spread", vector, [](Output& made) {
    for (std::size_t i = 100; i < 117; ++i) made.value[i] = std::nan("");
    made.value[300] = std::numeric_limits<double>::infinity();
  }));
  out.push_back(exampleOf("low-bits", vector, [](Output& made) {
    for (double& value : made.value) value = static_cast<double>(std::nextafter(static_cast<float>(value), 1e9F));
  }));
  return out;
}

}  // namespace exercise_tests
