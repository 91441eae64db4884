// Sums of which something is missing or too many, and operands from the wrong place.
#include "../corpus/days/day01-map/exercise.h"
#include "../corpus/days/day03-stencil/exercise.h"
#include "../corpus/days/day05-matmul/exercise.h"
#include "../corpus/days/day06-reduction/exercise.h"
#include "../corpus/days/day08-histogram/exercise.h"
#include "../corpus/days/day09-compaction/exercise.h"
#include "../corpus/days/day11-convolution/exercise.h"
#include "../corpus/days/day12-softmax/exercise.h"
#include "../corpus/days/day13-sparse/exercise.h"
#include "example.h"

namespace exercise_tests {

namespace {

/// A sum of 1,000 whole numbers that takes only the places that `keeps` lets through.
Example partOfSum(const std::string& faultClass, const std::function<bool(std::size_t)>& keeps) {
  const Problem problem = reduction::sumAndLargest(Shape(1000), 8);
  return exampleOf(
      faultClass, problem, [&](Output& out) { out.value = foldWhere(problem.arrays[1], keeps); },
      launched({4, 1, 1}, {256, 1, 1}));
}

/// A stencil of which one tap counts `factor` times.
Example tapWith(const std::string& faultClass, std::size_t tap, double factor) {
  const Problem problem = stencil::fourNeighbors(Shape(33, 40), 4);
  return exampleOf(faultClass, problem, [&](Output& out) {
    std::vector<Term> terms;
    for (std::size_t cell = 0; cell < out.value.size(); ++cell) {
      terms.clear();
      problem.arrays[1].relation.terms.of(cell, terms);
      out.value[cell] += (factor - 1) * terms[tap].value;
    }
  });
}

/// A product whose operands are read at other places.
Example productWith(const std::string& faultClass,
                    const std::function<std::size_t(const Product&, std::size_t col, std::size_t l)>& atB) {
  const Problem problem = matmul::product(Shape(20, 30, 25), 4);
  return exampleOf(faultClass, problem, [&](Output& out) {
    const Product& p = *problem.arrays[2].relation.product;
    for (std::size_t cell = 0; cell < out.value.size(); ++cell) {
      out.value[cell] = 0;
      for (std::size_t l = 0; l < p.k; ++l)
        out.value[cell] += p.a[cell / p.n * p.k + l] * p.b[atB(p, cell % p.n, l) % p.b.size()];
    }
  });
}

/// A product through 16 x 16 tiles: `at` gives the elements of a and b at step l of the tile from `first`, which count
/// when they are inside and `counts`.
struct TileElements {
  std::size_t aRow, aCol, bRow, bCol;
  bool counts = true;
};
Example tiledProductWith(
    const std::string& faultClass,
    const std::function<TileElements(std::size_t row, std::size_t col, std::size_t first, std::size_t l)>& at) {
  const Problem problem = matmul::product(Shape(45, 50, 37), 5);  // real numbers: sums that round
  return exampleOf(
      faultClass, problem,
      [&](Output& out) {
        const Product& p = *problem.arrays[2].relation.product;
        for (std::size_t cell = 0; cell < out.value.size(); ++cell) {
          float sum = 0;
          for (std::size_t first = 0; first < p.k; first += 16)
            for (std::size_t l = 0; l < 16; ++l) {
              const TileElements of = at(cell / p.n, cell % p.n, first, l);
              if (!of.counts || of.aRow >= p.m || of.aCol >= p.k || of.bRow >= p.k || of.bCol >= p.n) continue;
              sum += static_cast<float>(p.a[of.aRow * p.k + of.aCol] * p.b[of.bRow * p.n + of.bCol]);
            }
          out.value[cell] = static_cast<double>(sum);
        }
      },
      launched({4, 3, 1}, {16, 16, 1}));
}

}  // namespace

std::vector<Example> sumExamples() {
  std::vector<Example> out;
  out.push_back(partOfSum("last-part-missing", [](std::size_t i) { return i < 768; }));
  out.push_back(partOfSum("first-part-only", [](std::size_t i) { return i < 256; }));
  out.push_back(partOfSum("last-part-only", [](std::size_t i) { return i >= 768; }));
  out.push_back(partOfSum("warp-0-part", [](std::size_t i) { return i % 256 < 32; }));
  out.push_back(partOfSum("lane-0-part", [](std::size_t i) { return i % 32 == 0; }));
  out.push_back(partOfSum("thread-0-part", [](std::size_t i) { return i % 256 == 0; }));
  out.push_back(partOfSum("part-of-the-terms", [](std::size_t i) { return i % 32 < 16; }));
  out.push_back(partOfSum("term-missing", [](std::size_t i) { return i != 0; }));
  out.push_back(tapWith("term-sign", 3, -1));
  out.push_back(tapWith("term-weight", 0, 0.25));

  const Problem counts = histogram::countBytes(Shape(20011), 4);
  const Problem sum = reduction::sumAndLargest(Shape(1000), 8);
  std::size_t firstOutput = 0;
  while (!sum.arrays[firstOutput].compared()) ++firstOutput;
  const double first = foldWhere(sum.arrays[firstOutput], [](std::size_t place) { return place < 256; })[0];
  out.push_back(exampleOf(
      "same-part-by-all-blocks", sum, [=](Output& made) { made.value[0] = 4 * first; },
      launched({4, 1, 1}, {256, 1, 1})));
  out.push_back(exampleOf("counted-twice", counts, [](Output& made) {
    for (double& value : made.value) value *= 2;
  }));
  out.push_back(exampleOf("integer-overflow", counts, [](Output& made) {
    for (double& value : made.value) value = std::fmod(value, 256);
  }));
  out.push_back(exampleOf(
      "outside-access", counts,
      [](Output& made) {
        for (std::size_t cell = 128; cell < made.value.size(); ++cell) made.value[cell] = 0;
      },
      [](Facts& facts) {
        facts.outsideFound = true;
        facts.outsideAt = "line 11";
      }));
  const auto nineTenths = [](Output& made) {
    for (double& value : made.value) value = std::floor(value * 0.9);
  };
  out.push_back(exampleOf("lost-updates", counts, nineTenths, [](Facts& facts) { facts.raceFound = true; }));
  out.push_back(exampleOf("lost-updates-in-step", counts, nineTenths));
  out.back().word = "lost-updates";

  Problem largest = reduction::sumAndLargest(Shape(1000), 6);  // a multiple of three: all negative
  largest.arrays[1].role = Role::scratch;                      // so that the maximum is the first output
  out.push_back(exampleOf("wrong-identity", largest, [](Output& made) { made.value[0] = 0; }));
  out.push_back(exampleOf("accumulator-not-reset", matmul::product(Shape(20, 30, 25), 4), [](Output& made) {
    for (std::size_t cell = 0; cell < made.value.size(); ++cell)
      if (cell / 30 % 2 == 1) made.value[cell] += made.value[cell - 30];
  }));
  Problem kept = compaction::keepPositive(Shape(300), 4);
  kept.arrays[1].role = Role::scratch;
  out.push_back(exampleOf("off-by-one-result", kept, [](Output& made) { made.value[0] -= 1; }));

  out.push_back(productWith("operand-transposed",
                            [](const Product& p, std::size_t col, std::size_t l) { return col * p.k + l; }));
  out.push_back(
      productWith("leading-dimension", [](const Product& p, std::size_t col, std::size_t l) { return l * p.k + col; }));
  out.push_back(tiledProductWith("tile-turned", [](std::size_t row, std::size_t col, std::size_t first, std::size_t l) {
    return TileElements{row, first + l, first + col % 16, col / 16 * 16 + l};
  }));
  out.push_back(
      tiledProductWith("tile-not-moved", [](std::size_t row, std::size_t col, std::size_t first, std::size_t l) {
        return TileElements{row, first + l, l, col};
      }));
  out.push_back(tiledProductWith(
      "edge-tiles-part-loaded", [](std::size_t row, std::size_t col, std::size_t first, std::size_t l) {
        return TileElements{row, first + l, first + l, col, col / 16 * 16 + l < 50 && row / 16 * 16 + l < 45};
      }));
  const Problem vector = map::scaleAndAdd(Shape(1000), 4);
  out.push_back(exampleOf("operand-shifted", vector, [&](Output& made) {
    const auto& f = vector.arrays[2].relation.elementwise;
    for (std::size_t i = 0; i + 1 < made.value.size(); ++i) made.value[i] = f(i + 1, i);
  }));
  const Problem rows = sparse::sparseProduct(Shape(70), 4);
  out.push_back(exampleOf("gather-missing", rows, [&](Output& made) {
    const SparseRows& matrix = *rows.arrays[4].relation.sparse;
    for (std::size_t row = 0; row < 70; ++row) {
      made.value[row] = 0;
      for (std::size_t j = matrix.offsets[row]; j < matrix.offsets[row + 1]; ++j)
        made.value[row] += matrix.values[j] * matrix.x[row];
    }
  }));
  const Problem taps = convolution::sevenWeights(Shape(300), 4);
  out.push_back(exampleOf("days-own-mistake", taps,
                          [&](Output& made) { made.value = taps.arrays[2].relation.mistakes[0].values; }));
  out.back().word = "weights-reversed";

  const Problem shares = softmax::softmax(Shape(17, 300), 4);
  const std::vector<double>& in = shares.arrays[1].relation.input;
  out.push_back(exampleOf("row-factor", shares, [](Output& made) {
    for (std::size_t cell = 0; cell < made.value.size(); ++cell)
      made.value[cell] *= 2 + static_cast<double>(cell / 300);
  }));
  out.push_back(exampleOf("exp-overflow", shares, [](Output& made) {
    for (std::size_t cell = 0; cell < made.value.size(); ++cell)
      if (cell / 300 % 3 == 2) made.value[cell] = std::nan("");
  }));
  out.push_back(exampleOf("normalized-by-column", shares, [&](Output& made) {
    for (std::size_t col = 0; col < 300; ++col) {
      double sum = 0;
      for (std::size_t row = 0; row < 17; ++row) sum += std::exp(in[row * 300 + col]);
      for (std::size_t row = 0; row < 17; ++row) made.value[row * 300 + col] = std::exp(in[row * 300 + col]) / sum;
    }
  }));
  return out;
}

}  // namespace exercise_tests
