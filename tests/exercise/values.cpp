// Classes of values that no move of elements gives, and the ones that need more than one call.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "transpose_case.h"

using namespace exercise_tests;

namespace {

std::vector<double> asDoubles(const TransposeCase& matrix) { return valuesOf(matrix.problem.arrays[1], matrix.got); }

}  // namespace

TEST_SUITE("values") {
  TEST_CASE("a right output is right, and has no wrong cell to classify") {
    for (const std::size_t cols : {std::size_t{1}, std::size_t{33}, std::size_t{613}}) {
      TransposeCase matrix(31, cols);
      CHECK(matrix.facts().wrongCount() == 31 * cols);
      matrix.rightWhere([](std::size_t, std::size_t) { return true; });
      CHECK(matrix.facts().wrongCount() == 0);
    }
  }

  TEST_CASE("written but zero") {
    TransposeCase all(611, 613);
    all.everywhere([](std::size_t, std::size_t) { return 0.0F; });
    CHECK(all.diagnosis().faultClass == "written-zero");
    CHECK_HEADLINE(all.diagnosis(), "every cell was written, and holds 0: 374,543 cells");

    TransposeCase some(33, 97);
    std::uint64_t state = 9;
    some.everywhere(
        [&](std::size_t row, std::size_t col) { return splitmix64(state) % 2 == 0 ? 0.0F : some.input(col, row); });
    CHECK(some.diagnosis().faultClass == "written-zero");
    CHECK_HEADLINE(some.diagnosis(), "of 3,201 hold 0");
  }

  TEST_CASE("NaN and infinity") {
    TransposeCase matrix(33, 97);
    matrix.rightWhere([](std::size_t, std::size_t) { return true; });
    for (std::size_t col = 4; col < 20; ++col) matrix.set(6, col, std::numeric_limits<float>::quiet_NaN());
    matrix.set(9, 2, std::numeric_limits<float>::infinity());
    const Diagnosis diagnosis = matrix.diagnosis();
    CHECK(diagnosis.faultClass == "nan-spread");
    CHECK_HEADLINE(diagnosis, "NaN or infinity in 17 cells, first at row 6, column 4");
  }

  TEST_CASE("low bits, with ULP") {
    TransposeCase matrix(33, 97);
    matrix.everywhere([&](std::size_t row, std::size_t col) {
      float value = matrix.input(col, row);
      if ((row + col) % 2 == 0) value = std::nextafter(value, 1e9F);
      if (row == 5 && col == 3) value = std::nextafter(std::nextafter(value, 1e9F), 1e9F);
      return value;
    });
    const Diagnosis diagnosis = matrix.diagnosis();
    CHECK(diagnosis.faultClass == "low-bits");
    CHECK_HEADLINE(diagnosis, "at most 3 ULP (worst at row 5, column 3)");
    CHECK(diagnosis.headline.find("keeps") == std::string::npos);
  }

  TEST_CASE("low bits, as many as a narrower format keeps") {
    TransposeCase matrix(33, 97);
    matrix.everywhere([&](std::size_t row, std::size_t col) {
      return static_cast<float>(halfToDouble(halfOf(static_cast<double>(matrix.input(col, row)) / 4096))) * 4096;
    });
    CHECK(matrix.diagnosis().faultClass == "low-bits");
    CHECK_HEADLINE(matrix.diagnosis(), "bits are right, and a half keeps 11: precision, not logic");
  }

  TEST_CASE("accumulated over the previous call") {
    TransposeCase before(33, 97, 1), now(33, 97, 2);
    before.rightWhere([](std::size_t, std::size_t) { return true; });
    now.everywhere([&](std::size_t row, std::size_t col) { return now.input(col, row) + before.input(col, row); });
    Facts facts = now.facts();
    facts.previous = asDoubles(before);
    CHECK(classify(facts).faultClass == "accumulated");
    CHECK_HEADLINE(classify(facts), "all 3,201 wrong cells hold the right value plus what the call before left");
  }

  TEST_CASE("accumulated over what the output held") {
    TransposeCase matrix(33, 97), zeros(33, 97), ones(33, 97);
    matrix.everywhere([](std::size_t, std::size_t) { return std::numeric_limits<float>::quiet_NaN(); });
    CHECK(matrix.diagnosis().faultClass == "nan-spread");  // without the further calls, that is all one can say
    zeros.rightWhere([](std::size_t, std::size_t) { return true; });
    ones.everywhere([&](std::size_t row, std::size_t col) { return ones.input(col, row) + 1; });
    Facts facts = matrix.facts();
    facts.overZeros = asDoubles(zeros);
    facts.overOnes = asDoubles(ones);
    CHECK(classify(facts).faultClass == "accumulated");
    CHECK_HEADLINE(classify(facts), "over ones 1 too large");
  }

  TEST_CASE("the previous call's output") {
    TransposeCase before(33, 97, 1), now(33, 97, 2);
    before.rightWhere([](std::size_t, std::size_t) { return true; });
    now.got = before.got;
    Facts facts = now.facts();
    facts.previous = asDoubles(before);
    CHECK(classify(facts).faultClass == "previous-output");
  }

  TEST_CASE("differs between two runs with the same input") {
    TransposeCase first(33, 97), second(33, 97);
    first.everywhere(
        [&](std::size_t row, std::size_t col) { return row % 9 == 2 && col > 3 ? 5.5F : first.input(col, row); });
    second.everywhere(
        [&](std::size_t row, std::size_t col) { return row % 9 == 4 && col > 3 ? 6.5F : second.input(col, row); });
    Facts facts = first.facts();
    facts.again = asDoubles(second);
    const Diagnosis diagnosis = classify(facts);
    CHECK(diagnosis.faultClass == "order-dependent");
    CHECK_HEADLINE(diagnosis, "638 cells differ between two runs, and 319 were right in the other one");
    facts.again = facts.got;
    CHECK(classify(facts).faultClass == "unexplained");
  }

  TEST_CASE("garbage is unexplained, with box and counts, on every shape") {
    for (const std::size_t rows : {std::size_t{1}, std::size_t{31}, std::size_t{33}, std::size_t{611}}) {
      TransposeCase matrix(rows, 97);
      std::uint64_t state = rows;
      matrix.everywhere([&](std::size_t, std::size_t) { return static_cast<float>(splitmix64(state) % 1000) + 0.5F; });
      const Diagnosis diagnosis = matrix.diagnosis();
      CHECK(diagnosis.faultClass == "unexplained");
      CHECK_HEADLINE(diagnosis, "fit no pattern that the harness knows: rows 0 to 96");
      CHECK(diagnosis.see.empty());
    }
  }

  TEST_CASE("input elements in random places are unexplained") {
    TransposeCase matrix(33, 97);
    std::uint64_t state = 3;
    matrix.everywhere([&](std::size_t, std::size_t) { return matrix.in[splitmix64(state) % matrix.total()]; });
    CHECK(matrix.diagnosis().faultClass == "unexplained");
  }

  TEST_CASE("one wrong cell among right ones is unexplained") {
    TransposeCase matrix(33, 97);
    matrix.rightWhere([](std::size_t, std::size_t) { return true; });
    matrix.set(40, 7, 0.25F);
    CHECK(matrix.diagnosis().faultClass == "unexplained");
    CHECK_HEADLINE(matrix.diagnosis(),
                   "1 wrong cell of 3,201 fits no pattern that the harness knows: row 40, column 7");
  }
}
