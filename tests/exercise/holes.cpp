// Classes of cells that nobody wrote.
#include <doctest/doctest.h>

#include "../../days/day08-two-d-grids/exercise.h"
#include "transpose_case.h"

using namespace exercise_tests;

TEST_SUITE("holes") {
  TEST_CASE("nothing written") {
    TransposeCase one(1, 33);
    Diagnosis diagnosis = one.diagnosis();
    CHECK(diagnosis.faultClass == "nothing-written");
    CHECK_HEADLINE(diagnosis, "all 33 cells of the 33 x 1 output");
    CHECK(diagnosis.see == "day 3");

    TransposeCase big(611, 613);
    Facts facts = big.facts();
    facts.launchesKnown = true;
    diagnosis = classify(facts);
    CHECK(diagnosis.faultClass == "nothing-written");
    CHECK_HEADLINE(diagnosis, "all 374,543 cells");
    CHECK_HEADLINE(diagnosis, "launched no kernel");
  }

  TEST_CASE("one block only, a tile") {
    TransposeCase matrix(611, 613);
    matrix.rightWhere([](std::size_t row, std::size_t col) { return row < 32 && col < 32; });
    CHECK(matrix.diagnosis().faultClass == "one-block-only");
    CHECK_HEADLINE(matrix.diagnosis(), "rows 0 to 31, columns 0 to 31");

    Facts facts = matrix.facts();
    facts.launchesKnown = true;
    facts.launches.push_back({{1, 1, 1}, {32, 8, 1}});
    CHECK(classify(facts).faultClass == "one-block-only");
    CHECK_HEADLINE(classify(facts), "the grid has 1 block");
    // A grid that is known to be larger is not one block.
    facts.launches[0].grid = {20, 20, 1};
    CHECK(classify(facts).faultClass != "one-block-only");
  }

  TEST_CASE("one block only, elements in a row") {
    TransposeCase matrix(611, 613);
    matrix.rightWhere([](std::size_t row, std::size_t col) { return col * 613 + row < 256; });
    CHECK(matrix.diagnosis().faultClass == "one-block-only");
    CHECK_HEADLINE(matrix.diagnosis(), "the first 256 of 374,543");
  }

  TEST_CASE("one block only at a case that is hardly larger needs the grid") {
    TransposeCase matrix(1, 33);
    matrix.rightWhere([](std::size_t row, std::size_t) { return row < 32; });
    Facts facts = matrix.facts();
    facts.launchesKnown = true;
    facts.launches.push_back({{1, 1, 1}, {32, 8, 1}});
    CHECK(classify(facts).faultClass == "one-block-only");
    CHECK_HEADLINE(classify(facts), "rows 0 to 31");
  }

  TEST_CASE("past the grid along both axes: the blocks there are, and those that are needed") {
    TransposeCase matrix(33, 97);
    matrix.rightWhere([](std::size_t row, std::size_t col) { return row < 96 && col < 32; });
    Facts facts = matrix.facts();
    facts.launchesKnown = true;
    facts.launches.push_back({{3, 1, 1}, {32, 8, 1}});
    const Diagnosis diagnosis = classify(facts);
    CHECK(diagnosis.faultClass == "past-n-unwritten");
    CHECK_HEADLINE(diagnosis, "row 96 and column 32 were never written: 1 of 97 rows, past the grid's 3 blocks of 32");
    CHECK_HEADLINE(diagnosis,
                   "past the grid's 3 blocks of 32, where 4 are needed and 1 of 33 columns, past the grid's 1 block of "
                   "32, where 2 are needed");
  }

  TEST_CASE("past the grid along one axis, with the blocks it lacks along the other: x and y are swapped") {
    TransposeCase matrix(33, 97);
    matrix.rightWhere([](std::size_t row, std::size_t) { return row < 64; });
    Facts facts = matrix.facts();
    facts.launchesKnown = true;
    facts.launches.push_back({{2, 4, 1}, {32, 8, 1}});
    CHECK_HEADLINE(classify(facts),
                   "past the grid's 2 blocks of 32, where 4 are needed; are x and y swapped? The grid has as many "
                   "along its other axis");
    facts.launches[0].grid = {2, 3, 1};
    CHECK(classify(facts).headline.find("swapped") == std::string::npos);
  }

  TEST_CASE("past a row that is no multiple of a tile") {
    TransposeCase matrix(611, 613);
    matrix.rightWhere([](std::size_t row, std::size_t) { return row < 500; });
    const Diagnosis diagnosis = matrix.diagnosis();
    CHECK(diagnosis.faultClass == "past-n-unwritten");
    CHECK_HEADLINE(diagnosis, "rows 500 to 612 were never written: 113 of 613 rows");
  }

  TEST_CASE("past a flat index") {
    TransposeCase matrix(611, 613);
    const std::size_t whole = matrix.total() / 256 * 256;  // 1,463 blocks of 256
    matrix.rightWhere([&](std::size_t row, std::size_t col) { return col * 613 + row < whole; });
    const Diagnosis diagnosis = matrix.diagnosis();
    CHECK(diagnosis.faultClass == "past-n-unwritten");
    CHECK_HEADLINE(
        diagnosis,
        "input index 374,528 on were never written: 15 of 374,543 cells, what remains after 1,463 blocks of 256");
  }

  TEST_CASE("partial tiles by row, by column, by both") {
    struct Way {
      bool rows, cols;
      const char* words;
    };
    for (const Way way :
         {Way{true, false, "by row"}, Way{false, true, "by column"}, Way{true, true, "in both directions"}}) {
      TransposeCase matrix(611, 613);
      matrix.rightWhere(
          [&](std::size_t row, std::size_t col) { return !(way.rows && row >= 608) && !(way.cols && col >= 608); });
      Facts facts = matrix.facts();
      for (const bool known : {false, true}) {
        facts.launchesKnown = known;
        if (known) facts.launches.push_back({{20, 20, 1}, {32, 8, 1}});
        const Diagnosis diagnosis = classify(facts);
        CHECK(diagnosis.faultClass == "partial-tile-unwritten");
        CHECK_HEADLINE(diagnosis, way.words);
        if (way.rows) CHECK_HEADLINE(diagnosis, "5 of 613 rows, what remains after 19 tiles of 32");
        if (way.cols) CHECK_HEADLINE(diagnosis, "3 of 611 columns, what remains after 19 tiles of 32");
      }
    }
  }

  TEST_CASE("one partial tile at 31x33 and 33x97") {
    TransposeCase small(31, 33);
    small.rightWhere([](std::size_t row, std::size_t) { return row < 32; });
    CHECK(small.diagnosis().faultClass == "partial-tile-unwritten");
    CHECK_HEADLINE(small.diagnosis(), "row 32 was never written: 1 of 33 rows, what remains after 1 tile of 32");
    TransposeCase tall(33, 97);
    tall.rightWhere([](std::size_t, std::size_t col) { return col < 32; });
    CHECK(tall.diagnosis().faultClass == "partial-tile-unwritten");
    CHECK_HEADLINE(tall.diagnosis(), "column 32 was never written");
  }

  TEST_CASE("zeros are holes too") {
    TransposeCase matrix(611, 613);
    matrix.everywhere([&](std::size_t row, std::size_t col) { return row < 608 ? matrix.input(col, row) : 0.0F; });
    CHECK(matrix.diagnosis().faultClass == "partial-tile-unwritten");
    CHECK_HEADLINE(matrix.diagnosis(), "rows 608 to 612 hold 0");
  }

  TEST_CASE("one tile, several tiles, the corner") {
    TransposeCase one(611, 613);
    one.rightWhere([](std::size_t row, std::size_t col) { return !(row / 32 == 2 && col / 32 == 3); });
    CHECK(one.diagnosis().faultClass == "tile-unwritten");
    CHECK_HEADLINE(one.diagnosis(),
                   "one 32 x 32 tile was never written: tile (2, 3) of the output, rows 64 to 95, columns 96 to 127");

    TransposeCase some(611, 613);
    some.rightWhere([](std::size_t row, std::size_t col) { return !((row / 16 + col / 16) % 7 == 3); });
    CHECK(some.diagnosis().faultClass == "tile-unwritten");
    CHECK_HEADLINE(some.diagnosis(), "16 x 16 tiles of 1,521 were never written, the first is tile (0, 3)");

    TransposeCase corner(35, 98);
    corner.rightWhere([](std::size_t row, std::size_t col) { return row < 96 || col < 32; });
    CHECK(corner.diagnosis().faultClass == "tile-unwritten");
    CHECK_HEADLINE(corner.diagnosis(), "tile (3, 1) of the output, rows 96 to 97, columns 32 to 34");
  }

  TEST_CASE("threads that returned early") {
    TransposeCase matrix(611, 613);
    // 19 tiles of 32 and rests of 3 rows and 5 columns of the input.
    matrix.rightWhere([](std::size_t row, std::size_t col) {
      const std::size_t height = col < 608 ? 32 : 3, width = row < 608 ? 32 : 5;
      return row % 32 < height && col % 32 < width;
    });
    CHECK(matrix.diagnosis().faultClass == "early-return");
    CHECK_HEADLINE(matrix.diagnosis(),
                   "in a tile of 32 x 32, threads whose input element is outside the matrix returned");

    TransposeCase row(1, 33);
    row.rightWhere([](std::size_t r, std::size_t) { return r % 32 == 0; });
    CHECK(row.diagnosis().faultClass == "early-return");
  }

  TEST_CASE("the limit of grid.y") {
    TransposeCase matrix(2097153, 3);  // 65,537 tiles of 32 by row of the input
    matrix.rightWhere([](std::size_t, std::size_t col) { return col < 65535UL * 32; });
    const Diagnosis diagnosis = matrix.diagnosis();
    CHECK(diagnosis.faultClass == "grid-y-limit");
    CHECK_HEADLINE(diagnosis,
                   "columns 2,097,120 to 2,097,152 were never written: 65,535 blocks of 32 end at 2,097,120");
  }

  TEST_CASE("the limit of grid.y, where the rows of the input went elsewhere") {
    // Upside down: the input's rows past 65,535 blocks of 8 are the output's first.
    const Problem flip = day08::flipProblem(Shape(524283, 2), 3);
    Bytes got = flip.arrays[1].expected;
    const Bytes holes = poison(3 * 2 * sizeof(float));
    std::copy(holes.data(), holes.data() + holes.size(), got.data());
    const Diagnosis diagnosis = classify(gatherFacts(flip, flip.arrays[1], got));
    CHECK(diagnosis.faultClass == "grid-y-limit");
    CHECK_HEADLINE(diagnosis, "the input's rows from 524,280 on was never written: 65,535 blocks of 8 end there");

    // One row earlier it is no limit of a grid.
    const Bytes more = poison(4 * 2 * sizeof(float));
    std::copy(more.data(), more.data() + more.size(), got.data());
    CHECK(classify(gatherFacts(flip, flip.arrays[1], got)).faultClass == "past-n-unwritten");
  }

  TEST_CASE("one thread a block, in two directions") {
    TransposeCase matrix(611, 613);
    matrix.rightWhere([](std::size_t row, std::size_t col) { return row % 32 == 0 && col % 8 == 0; });
    CHECK(matrix.diagnosis().faultClass == "one-thread-a-block");
    CHECK_HEADLINE(matrix.diagnosis(), "row 0, column 0 of each 32 x 8 block");
  }

  TEST_CASE("one thread a block, along the elements") {
    TransposeCase matrix(611, 613);
    matrix.rightWhere([](std::size_t row, std::size_t col) { return (col * 613 + row) % 256 == 0; });
    CHECK(matrix.diagnosis().faultClass == "one-thread-a-block");
    CHECK_HEADLINE(matrix.diagnosis(), "element 0 of every 256 of the input");
  }

  TEST_CASE("every k-th element, written alone and left out") {
    TransposeCase alone(33, 97);
    alone.rightWhere([](std::size_t row, std::size_t col) { return (col * 97 + row) % 3 == 1; });
    CHECK(alone.diagnosis().faultClass == "every-kth-element");
    CHECK_HEADLINE(alone.diagnosis(), "of every 3 elements of the input only number 1 was written (counting from 0)");

    TransposeCase missing(33, 97);
    missing.rightWhere([](std::size_t row, std::size_t) { return row % 4 != 3; });
    CHECK(missing.diagnosis().faultClass == "every-kth-element");
    CHECK_HEADLINE(missing.diagnosis(), "of every 4 rows number 3 was never written (counting from 0): 792 cells");
  }

  TEST_CASE("a part of each tile") {
    TransposeCase columns(611, 613);
    columns.rightWhere([](std::size_t, std::size_t col) { return col % 32 < 8; });
    CHECK(columns.diagnosis().faultClass == "part-of-each-tile");
    CHECK_HEADLINE(columns.diagnosis(), "only the first 8 of every 32 columns were written");

    TransposeCase rows(611, 613);
    rows.rightWhere([](std::size_t row, std::size_t) { return row % 32 >= 8 && row % 32 < 24; });
    CHECK(rows.diagnosis().faultClass == "part-of-each-tile");
    CHECK_HEADLINE(rows.diagnosis(), "only 16 from row 8 on of every 32 rows");
  }

  TEST_CASE("holes without a pattern are not explained") {
    TransposeCase matrix(33, 97);
    std::uint64_t state = 5;
    matrix.rightWhere([&](std::size_t, std::size_t) { return splitmix64(state) % 3 != 0; });
    const Diagnosis diagnosis = matrix.diagnosis();
    CHECK(diagnosis.faultClass == "unexplained");
    CHECK_HEADLINE(diagnosis, "were never written");
    CHECK_HEADLINE(diagnosis, "of 3,201 fit no pattern");
  }
}
