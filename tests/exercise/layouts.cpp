// Classes of values that came from the wrong element.
#include <doctest/doctest.h>

#include <array>

#include "transpose_case.h"

using namespace exercise_tests;

namespace {

/// The tiled kernel as a host loop, with its two mistakes to choose from. Cells of a tile that no element was loaded
/// into keep `leftover`.
void tiled(TransposeCase& matrix, std::size_t side, bool moveTiles, bool transposeInside, float leftover) {
  const std::size_t tileRows = (matrix.rows + side - 1) / side, tileCols = (matrix.cols + side - 1) / side;
  for (std::size_t tileRow = 0; tileRow < tileRows; ++tileRow) {
    for (std::size_t tileCol = 0; tileCol < tileCols; ++tileCol) {
      for (std::size_t i = 0; i < side; ++i) {
        for (std::size_t j = 0; j < side; ++j) {
          const std::size_t outRow = (moveTiles ? tileCol : tileRow) * side + i;
          const std::size_t outCol = (moveTiles ? tileRow : tileCol) * side + j;
          const std::size_t inRow = tileRow * side + (transposeInside ? j : i);
          const std::size_t inCol = tileCol * side + (transposeInside ? i : j);
          if (outRow >= matrix.cols || outCol >= matrix.rows) continue;
          matrix.set(outRow, outCol,
                     inRow < matrix.rows && inCol < matrix.cols ? matrix.input(inRow, inCol) : leftover);
        }
      }
    }
  }
}

}  // namespace

TEST_SUITE("layouts") {
  TEST_CASE("the right tiled kernel is right") {
    for (const auto& shape : {std::array<std::size_t, 2>{1, 33}, {31, 33}, {33, 97}, {611, 613}}) {
      TransposeCase matrix(shape[0], shape[1]);
      tiled(matrix, 32, true, true, -1);
      CHECK(matrix.facts().wrongCount() == 0);
    }
  }

  TEST_CASE("copied by cell") {
    for (const auto& shape : {std::array<std::size_t, 2>{31, 33}, {33, 97}, {611, 613}}) {
      TransposeCase matrix(shape[0], shape[1]);
      matrix.fill([&](std::size_t row, std::size_t col) { return row < matrix.rows && col < matrix.cols; },
                  [&](std::size_t row, std::size_t col) { return matrix.input(row, col); });
      const Diagnosis diagnosis = matrix.diagnosis();
      CHECK(diagnosis.faultClass == "copied-not-transposed");
      CHECK_HEADLINE(diagnosis, "out[0][1] holds in[0][1]");
    }
  }

  TEST_CASE("copied by index") {
    for (const auto& shape : {std::array<std::size_t, 2>{31, 33}, {32, 32}, {611, 613}}) {
      TransposeCase matrix(shape[0], shape[1]);
      matrix.got = matrix.problem.arrays[0].initial;
      CHECK(matrix.diagnosis().faultClass == "copied-not-transposed");
    }
  }

  TEST_CASE("transposed within tiles, tiles not moved") {
    for (const std::size_t side : {std::size_t{8}, std::size_t{16}, std::size_t{32}}) {
      for (const auto& shape : {std::array<std::size_t, 2>{33, 97}, {97, 33}, {611, 613}}) {
        TransposeCase matrix(shape[0], shape[1]);
        tiled(matrix, side, false, true, -1);
        const Diagnosis diagnosis = matrix.diagnosis();
        CHECK(diagnosis.faultClass == "transposed-within-tiles");
        CHECK_HEADLINE(diagnosis, std::to_string(side) + " x " + std::to_string(side) + " tile");
      }
    }
  }

  TEST_CASE("tiles moved, not transposed inside") {
    for (const std::size_t side : {std::size_t{8}, std::size_t{16}, std::size_t{32}}) {
      for (const auto& shape : {std::array<std::size_t, 2>{33, 97}, {97, 33}, {611, 613}}) {
        TransposeCase matrix(shape[0], shape[1]);
        tiled(matrix, side, true, false, -1);
        const Diagnosis diagnosis = matrix.diagnosis();
        CHECK(diagnosis.faultClass == "tiles-moved-not-transposed");
        CHECK_HEADLINE(diagnosis, "every value is from the right " + std::to_string(side) + " x " +
                                      std::to_string(side) + " tile");
      }
    }
  }

  TEST_CASE("stride swapped on the reading side") {
    for (const auto& shape : {std::array<std::size_t, 2>{31, 33}, {33, 97}, {611, 613}}) {
      TransposeCase matrix(shape[0], shape[1]);
      matrix.everywhere([&](std::size_t row, std::size_t col) { return matrix.in[col * matrix.rows + row]; });
      const Diagnosis diagnosis = matrix.diagnosis();
      CHECK(diagnosis.faultClass == "swapped-stride");
      CHECK_HEADLINE(diagnosis, "read with a stride of " + std::to_string(shape[0]) + " elements a row where " +
                                    std::to_string(shape[1]));
    }
    // Past the end of the input another value was read: open, not a contradiction.
    TransposeCase tall(97, 33);
    tall.everywhere([&](std::size_t row, std::size_t col) {
      const std::size_t index = col * tall.rows + row;
      return index < tall.total() ? tall.in[index] : -3.0F;
    });
    CHECK(tall.diagnosis().faultClass == "swapped-stride");
  }

  TEST_CASE("stride swapped on the writing side") {
    for (const auto& shape : {std::array<std::size_t, 2>{31, 33}, {33, 97}, {97, 33}, {611, 613}}) {
      TransposeCase matrix(shape[0], shape[1]);
      for (std::size_t row = 0; row < matrix.rows; ++row)
        for (std::size_t col = 0; col < matrix.cols; ++col)
          matrix.setFlat(col * matrix.cols + row, matrix.input(row, col));
      const Diagnosis diagnosis = matrix.diagnosis();
      CHECK(diagnosis.faultClass == "swapped-stride");
      CHECK_HEADLINE(diagnosis, "written with a stride of " + std::to_string(shape[1]));
      CHECK(diagnosis.others.empty());
    }
  }

  TEST_CASE("shifted by one in each direction") {
    struct Way {
      long rowStep, colStep;
      const char* words;
    };
    for (const Way way : {Way{0, 1, "one column to the right"}, Way{0, -1, "one column to the left"},
                          Way{1, 0, "one row below"}, Way{-1, 0, "one row above"}}) {
      TransposeCase matrix(33, 97);
      matrix.everywhere([&](std::size_t row, std::size_t col) {
        const long inRow = std::min(std::max(static_cast<long>(col) + way.rowStep, 0L), 32L);
        const long inCol = std::min(std::max(static_cast<long>(row) + way.colStep, 0L), 96L);
        return matrix.input(static_cast<std::size_t>(inRow), static_cast<std::size_t>(inCol));
      });
      const Diagnosis diagnosis = matrix.diagnosis();
      CHECK(diagnosis.faultClass == "shifted-by-one");
      CHECK_HEADLINE(diagnosis, way.words);
    }
    TransposeCase flat(1, 33);
    flat.everywhere([&](std::size_t row, std::size_t) { return row + 1 < 33 ? flat.in[row + 1] : -1.0F; });
    CHECK(flat.diagnosis().faultClass == "shifted-by-one");
  }

  TEST_CASE("neighbor in the tile: an index off by one, wrapping or not") {
    for (const bool wraps : {true, false}) {
      TransposeCase matrix(611, 613);
      matrix.everywhere([&](std::size_t row, std::size_t col) {
        const std::size_t place = row % 32;
        if (place + 1 < 32) return row + 1 < 613 ? matrix.input(col, row + 1) : -1.0F;
        return wraps ? matrix.input(col, row - 31) : -1.0F;
      });
      const Diagnosis diagnosis = matrix.diagnosis();
      CHECK(diagnosis.faultClass == "neighbour-value");
      CHECK_HEADLINE(diagnosis, "inside each 32 x 32 tile");
      CHECK_HEADLINE(diagnosis, "right neighbor");
    }
  }

  TEST_CASE("stale values from another block, without a simulator") {
    TransposeCase matrix(611, 613);
    // Rows 8 to 31 of each tile were never loaded: they hold what the tile before had there, two different tiles back.
    matrix.everywhere([&](std::size_t row, std::size_t col) {
      if (col % 32 < 8) return matrix.input(col, row);
      const std::size_t back = row / 32 % 2 == 0 ? 32 : 64;
      return row >= back ? matrix.input(col, row - back) : 0.0F;
    });
    const Diagnosis diagnosis = matrix.diagnosis();
    CHECK(diagnosis.faultClass == "stale-shared");
    CHECK_HEADLINE(diagnosis, "another 32 x 32 tile");
  }

  TEST_CASE("stale values as the simulator finds them") {
    TransposeCase matrix(33, 97);
    matrix.everywhere([&](std::size_t row, std::size_t col) { return col % 32 < 8 ? matrix.input(col, row) : -77.0F; });
    Facts facts = matrix.facts();
    facts.unwrittenSharedReadFound = true;
    CHECK(classify(facts).faultClass == "stale-shared");
    CHECK_HEADLINE(classify(facts), "shared memory was read that this block had not written: 2,328 wrong cells");
    // With a race, the unwritten read is what the race led to.
    facts.raceFound = true;
    CHECK(classify(facts).faultClass == "order-dependent");
  }

  TEST_CASE("an order that matters because threads left their rows is a guard's fault") {
    TransposeCase matrix(33, 97);
    matrix.everywhere([&](std::size_t row, std::size_t col) { return col < 3 ? -77.0F : matrix.input(col, row); });
    Facts facts = matrix.facts();
    facts.again = facts.expected;
    CHECK_HEADLINE(classify(facts), "a barrier or an atomic is missing");
    facts.outsideFound = true;
    CHECK(classify(facts).faultClass == "order-dependent");
    CHECK(classify(facts).see == "day 5");
    CHECK_HEADLINE(classify(facts), "a guard is missing: some accesses fell outside their buffers");
  }

  TEST_CASE("an order that matters where no two threads race is one of launches, copies or atomics") {
    TransposeCase matrix(33, 97);
    matrix.everywhere([&](std::size_t row, std::size_t col) { return col < 3 ? -77.0F : matrix.input(col, row); });
    Facts facts = matrix.facts();
    facts.again = facts.expected;
    facts.launchesKnown = true;
    facts.launches.resize(2);
    CHECK_HEADLINE(classify(facts), "no two threads of one launch race");
    facts.launches[1].stream = 4;
    CHECK_HEADLINE(classify(facts), "an event or a wait is missing: the launches are in 2 streams");
    facts.raceFound = true;
    CHECK_HEADLINE(classify(facts), "a barrier or an atomic is missing");
  }

  TEST_CASE("two faults at once: layout first, holes named after it") {
    TransposeCase matrix(611, 613);
    matrix.fill([](std::size_t row, std::size_t) { return row < 608; },
                [&](std::size_t row, std::size_t col) {
                  const std::size_t inRow = col / 32 * 32 + row % 32, inCol = row / 32 * 32 + col % 32;
                  return inRow < 611 && inCol < 613 ? matrix.input(inRow, inCol) : -1.0F;
                });
    const Diagnosis diagnosis = matrix.diagnosis();
    CHECK(diagnosis.faultClass == "tiles-moved-not-transposed");
    REQUIRE(!diagnosis.others.empty());
    CHECK(diagnosis.others[0] == "partial-tile-unwritten");
    CHECK_HEADLINE(diagnosis, "; rows 608 to 612 were never written");
  }
}
