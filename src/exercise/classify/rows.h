#pragma once
// Faults of outputs that belong together row by row: normalization, exponentials, rows that have nothing to add.
#include "exercise/classify/folds.h"

namespace exercise {

/// exp-overflow: the rows with an element above 88.7 are infinite or NaN, and no other cell is wrong: exp() of a float
/// ends there, and the row's largest element was not subtracted first.
inline Explained expOverflow(const Facts& facts) {
  if (facts.meaning() != Meaning::normalized || facts.relation->input.size() != facts.total()) return std::nullopt;
  const double limit = std::log(3.4028234e38);
  std::size_t badRows = 0, badCells = 0;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    bool large = false, finite = true;
    for (std::size_t cell = row * facts.cols; cell < (row + 1) * facts.cols; ++cell) {
      large = large || facts.relation->input[cell] > limit;
      if (!facts.wroteWrong(cell)) continue;
      if (std::isfinite(facts.got[cell]) && facts.got[cell] != 0) return std::nullopt;
      finite = finite && std::isfinite(facts.got[cell]);
      ++badCells;
    }
    if (!large && !finite) return std::nullopt;
    badRows += finite ? 0 : 1;
  }
  if (badRows == 0) return std::nullopt;
  return Explanation{
      "exp-overflow",
      "exp() overflows: " + counted(badCells, "wrong cell") + " in " + counted(badRows, "row") +
          ", all of which have an element above 88.7, where a float's exp() is infinite; subtract the row's "
          "largest element first",
      "day 83", writtenWrong(facts)};
}

/// normalized-by-column: each column adds up to 1, where each row should.
inline Explained normalizedByColumn(const Facts& facts) {
  if (facts.meaning() != Meaning::normalized || facts.rows < 2 || facts.cols < 2) return std::nullopt;
  for (std::size_t col = 0; col < facts.cols; ++col) {
    double sum = 0;
    for (std::size_t row = 0; row < facts.rows; ++row) sum += facts.got[row * facts.cols + col];
    if (!(std::fabs(sum - 1) < 1e-4)) return std::nullopt;
  }
  return Explanation{"normalized-by-column",
                     "the columns add up to 1 and the rows do not: rows and columns are swapped in the sums", "day 83",
                     writtenWrong(facts)};
}

/// row-factor: each wrong row is the right one times a number of its own, so what the row is divided by is wrong.
inline Explained rowFactor(const Facts& facts) {
  if (facts.meaning() != Meaning::normalized || facts.cols < 2) return std::nullopt;
  double least = HUGE_VAL, most = -HUGE_VAL;
  std::size_t rows = 0;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    std::size_t wrong = 0;
    for (std::size_t cell = row * facts.cols; cell < (row + 1) * facts.cols; ++cell) {
      if (facts.unwritten[cell] || facts.expected[cell] == 0) continue;
      const double factor = facts.got[cell] / facts.expected[cell];
      if (!std::isfinite(factor) || factor == 0) return std::nullopt;
      low = std::min(low, factor);
      high = std::max(high, factor);
      wrong += facts.wrong[cell];
    }
    if (wrong == 0) continue;
    if (!(high - low <= 1e-4 * std::fabs(high))) return std::nullopt;
    least = std::min(least, low);
    most = std::max(most, high);
    ++rows;
  }
  if (rows == 0) return std::nullopt;
  const auto shortText = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return std::string(text);
  };
  return Explanation{"row-factor",
                     "each of " + counted(rows, "wrong row") + " is right up to one factor (" + shortText(least) +
                         " to " + shortText(most) + "): what the row is divided by is wrong",
                     "day 83", writtenWrong(facts)};
}

/// empty-rows-unwritten: the holes are the cells that have no terms. Their sum is 0, and it has to be written.
inline Explained emptyRowsUnwritten(const Facts& facts) {
  if (!hasTerms(facts)) return std::nullopt;
  const Holes holes(facts);
  if (holes.count() == 0 || holes.zeros()) return std::nullopt;
  TermsOf terms(facts);
  if (!holes.areExactly([&](std::size_t cell) { return terms.at(cell).empty(); })) return std::nullopt;
  return Explanation{"empty-rows-unwritten",
                     counted(holes.count(), "cell") + " without any " + facts.relation->terms.noun + " " +
                         holes.verb(holes.count() > 1) + ": a sum of nothing is 0, and somebody has to store it",
                     "day 67", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}

}  // namespace exercise
