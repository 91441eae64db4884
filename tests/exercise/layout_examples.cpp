// Right values in wrong places, and what only further calls show.
#include "../corpus/days/day01-map/exercise.h"
#include "../corpus/days/day02-volume/exercise.h"
#include "../corpus/days/day03-stencil/exercise.h"
#include "../corpus/days/day04-transpose/exercise.h"
#include "../corpus/days/day05-matmul/exercise.h"
#include "example.h"

namespace exercise_tests {

namespace {

/// A transpose of 130 x 70 into 70 x 130 whose cell (row, col) holds the input element that `from` names, if inside.
Example transposedFrom(const std::string& faultClass,
                       const std::function<std::size_t(std::size_t row, std::size_t col)>& from) {
  const Problem problem = transpose::transposed(Shape(130, 70), 5);
  const std::vector<double> in = valuesOf(problem.arrays[0], problem.arrays[0].initial);
  return exampleOf(faultClass, problem, [&](Output& out) {
    for (std::size_t cell = 0; cell < out.value.size(); ++cell) {
      const std::size_t source = from(cell / 130, cell % 130);
      if (source < in.size()) out.value[cell] = in[source];
    }
  });
}

/// Cells that take their values from other cells of the right output.
Example answersFrom(const std::string& faultClass, const Problem& problem,
                    const std::function<std::size_t(std::size_t)>& from, std::function<void(Facts&)> more = {}) {
  return exampleOf(
      faultClass, problem,
      [&](Output& out) {
        const std::vector<double> right = out.value;
        for (std::size_t cell = 0; cell < right.size(); ++cell)
          if (from(cell) < right.size()) out.value[cell] = right[from(cell)];
      },
      std::move(more));
}

std::size_t inTile(std::size_t at) { return at % 32; }
std::size_t tileOf(std::size_t at) { return at / 32 * 32; }

}  // namespace

std::vector<Example> layoutExamples() {
  std::vector<Example> out;
  const auto element = [](std::size_t row, std::size_t col) {
    return row < 130 && col < 70 ? row * 70 + col : nowhere;
  };
  out.push_back(
      transposedFrom("copied-not-transposed", [&](std::size_t row, std::size_t col) { return element(row, col); }));
  out.push_back(transposedFrom("transposed-within-tiles", [&](std::size_t row, std::size_t col) {
    return element(tileOf(row) + inTile(col), tileOf(col) + inTile(row));
  }));
  out.push_back(transposedFrom("tiles-moved-not-transposed", [&](std::size_t row, std::size_t col) {
    return element(tileOf(col) + inTile(row), tileOf(row) + inTile(col));
  }));
  out.push_back(transposedFrom("swapped-stride", [](std::size_t row, std::size_t col) { return col * 130 + row; }));
  out.push_back(
      transposedFrom("shifted-by-one", [&](std::size_t row, std::size_t col) { return element(col, row + 1); }));
  out.push_back(transposedFrom("neighbour-value", [&](std::size_t row, std::size_t col) {
    return element(col, inTile(row) == 31 ? tileOf(row) : row + 1);
  }));
  out.push_back(transposedFrom("misplaced-in-tile", [&](std::size_t row, std::size_t col) {
    return element(col, tileOf(row) + (inTile(row) ^ inTile(col)));
  }));

  const Problem volume = volume::upsideDown(Shape(5, 33, 40), 5);
  out.push_back(answersFrom("reversed", volume, [](std::size_t cell) {
    const std::size_t plane = cell / (33 * 40), row = cell / 40 % 33;
    return (plane * 33 + 32 - row) * 40 + cell % 40;
  }));
  const std::vector<double> in = valuesOf(volume.arrays[0], volume.arrays[0].initial);
  out.push_back(exampleOf("copied", volume, [&](Output& made) { made.value = in; }));
  out.push_back(answersFrom("result-transposed", matmul::product(Shape(33, 17, 8), 4),
                            [](std::size_t cell) { return cell % 33 * 17 + cell / 33; }));
  const Problem vector = map::scaleAndAdd(Shape(1000), 4);
  out.push_back(answersFrom("local-index", vector, [](std::size_t cell) { return cell % 256; }));
  out.push_back(answersFrom("one-result-for-several", matmul::product(Shape(33, 17, 8), 4),
                            [](std::size_t cell) { return cell - cell % 17 % 4; }));
  const std::function<double(std::size_t, std::size_t)> elementwise = vector.arrays.back().relation.elementwise;
  out.push_back(exampleOf("thread-not-in-index", vector, [=](Output& made) {
    for (std::size_t i = 0; i < made.value.size(); ++i) made.value[i] = elementwise(i, 0);
  }));

  const auto firstOutput = [](const Problem& problem) {
    return valuesOf(problem.arrays.back(), problem.arrays.back().expected);
  };
  const std::vector<double> before = firstOutput(map::scaleAndAdd(Shape(1000), 9));
  out.push_back(exampleOf(
      "previous-output", vector, [&](Output& made) { made.value = before; },
      [=](Facts& facts) { facts.previous = before; }));
  out.push_back(exampleOf(
      "accumulated", vector,
      [](Output& made) {
        for (double& value : made.value) value = std::nan("");
      },
      [](Facts& facts) {
        facts.overZeros = facts.overOnes = facts.expected;
        for (double& value : facts.overOnes) value = static_cast<double>(static_cast<float>(value + 1));
      }));
  out.push_back(exampleOf(
      "ignores-input", vector,
      [](Output& made) {
        for (std::size_t i = 0; i < made.value.size(); ++i) made.value[i] = static_cast<double>(i);
      },
      [=](Facts& facts) {
        facts.other = facts.got;
        facts.otherExpected = before;
      }));
  // Shared memory that nobody wrote, and two orders that disagree.
  const auto garbage = [](Output& made) {
    std::uint64_t state = 3;
    for (std::size_t i = 200; i < 230; ++i) made.value[i] = static_cast<double>(splitmix64(state) % 1000) + 0.5;
  };
  out.push_back(exampleOf(
      "left-early", vector,
      [](Output& made) {
        for (std::size_t i = 990; i < made.value.size(); ++i) made.value[i] += static_cast<double>(i % 7) + 0.5;
      },
      [](Facts& facts) {
        launched({4, 1, 1}, {256, 1, 1})(facts);
        facts.leftEarlyFound = true;
      }));
  out.push_back(
      exampleOf("stale-shared", vector, garbage, [](Facts& facts) { facts.unwrittenSharedReadFound = true; }));
  out.push_back(exampleOf(
      "unwritten-read", vector, [](Output& made) { made.value[200] = std::nan(""); },
      [](Facts& facts) {
        facts.unwrittenGlobalReadFound = true;
        facts.unwrittenGlobalReadAt = "line 31";
      }));
  out.push_back(exampleOf("order-dependent", vector, garbage, [](Facts& facts) { facts.again = facts.expected; }));

  const Problem grid = stencil::fourNeighbors(Shape(64, 64), 4);
  out.push_back(exampleOf(
      "halo-cells", grid,
      [](Output& made) {
        for (std::size_t cell = 0; cell < made.value.size(); ++cell)
          if (cell % 16 == 0 && cell % 64 != 0) made.value[cell] += 3;
      },
      launched({4, 4, 1}, {16, 16, 1})));
  out.push_back(exampleOf("border-cells", grid, [](Output& made) {
    for (std::size_t cell = 0; cell < made.value.size(); ++cell)
      if (cell % 64 == 0 || cell % 64 == 63) made.value[cell] += static_cast<double>(cell + 5);
  }));
  return out;
}

}  // namespace exercise_tests
