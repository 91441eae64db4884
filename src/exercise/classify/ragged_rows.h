#pragma once
// Faults of outputs whose rows have unequal lengths and lie one behind another: the entries of a sparse matrix.
#include <cmath>

#include "exercise/classify/sorts.h"

namespace exercise {

namespace detail {

/// The rows of a ragged output.
class RaggedRows {
 public:
  explicit RaggedRows(const Facts& facts) : facts_(facts) {}

  bool known() const { return facts_.meaning() == Meaning::kept && count() > 0; }
  std::size_t count() const {
    const std::size_t starts = facts_.relation == nullptr ? 0 : facts_.relation->rowStarts.size();
    return starts == 0 ? 0 : starts - 1;
  }
  std::size_t start(std::size_t row) const { return facts_.relation->rowStarts[row]; }
  std::size_t length(std::size_t row) const { return start(row + 1) - start(row); }
  std::size_t used() const { return start(count()); }

  /// The entries of `row` in `from`, which holds all of them.
  std::vector<double> of(std::size_t row, const std::vector<double>& from) const {
    return {from.begin() + static_cast<std::ptrdiff_t>(start(row)),
            from.begin() + static_cast<std::ptrdiff_t>(start(row + 1))};
  }
  bool allWritten() const {
    return std::find(facts_.unwritten.begin(), facts_.unwritten.end(), std::uint8_t{1}) == facts_.unwritten.end();
  }

 private:
  const Facts& facts_;
};

}  // namespace detail

/// rows-moved: each row stands where another one should start, the next or the one before. Where a longer row runs into
/// another, either may have been written last.
inline Explained rowsMoved(const Facts& facts) {
  const detail::RaggedRows rows(facts);
  if (!rows.known() || rows.count() < 3) return std::nullopt;
  for (const bool next : {true, false}) {
    std::vector<std::uint8_t> claimed(rows.used(), 0), held(rows.used(), 0);
    for (std::size_t row = next ? 0 : 1; row < rows.count(); ++row) {
      const std::size_t to = rows.start(next ? row + 1 : row - 1);
      for (std::size_t entry = 0; entry < rows.length(row) && to + entry < rows.used(); ++entry) {
        claimed[to + entry] = 1;
        if (facts.holds(to + entry, facts.expected[rows.start(row) + entry])) held[to + entry] = 1;
      }
    }
    std::size_t explained = 0;
    bool fits = true;
    for (std::size_t cell = 0; cell < rows.used() && fits; ++cell) {
      fits = claimed[cell] ? held[cell] != 0 : !facts.wroteWrong(cell) || !next;
      explained += held[cell] && facts.wrong[cell] ? 1 : 0;
    }
    if (!fits || explained < 4) continue;
    return Explanation{"rows-moved",
                       std::string("each row is stored where the ") + (next ? "next" : "previous") +
                           " one should start: the entries of row r lie from offset r " + (next ? "+" : "-") +
                           " 1 on, " + counted(explained, "wrong cell") + " among them",
                       "day 67", facts.wrong};
  }
  return std::nullopt;
}

/// row-order-lost: each row holds its entries, and some rows in another order.
inline Explained rowOrderLost(const Facts& facts) {
  const detail::RaggedRows rows(facts);
  if (!rows.known() || !rows.allWritten() || facts.raceFound) return std::nullopt;
  std::size_t changed = 0, backwards = 0, first = 0;
  for (std::size_t row = 0; row < rows.count(); ++row) {
    const std::vector<double> got = rows.of(row, facts.got), due = rows.of(row, facts.expected);
    if (got == due) continue;
    if (detail::sortedCopy(got) != detail::sortedCopy(due)) return std::nullopt;
    if (changed++ == 0) first = row;
    backwards += std::equal(got.begin(), got.end(), due.rbegin()) ? 1 : 0;
  }
  if (changed == 0) return std::nullopt;
  // Two entries have no more than two orders.
  const bool reversed = backwards == changed && facts.wrongCount() > 2 * changed;
  return Explanation{
      "row-order-lost",
      "every row holds the right entries, and " + number(changed) + " of " + counted(rows.count(), "row") +
          (changed == 1 ? " has" : " have") + " them in another order, row " + number(first) + " first: " +
          (reversed ? "from the last to the first" : "places within a row are given out in the order of arrival"),
      "day 67", facts.wrong};
}

/// long-rows-cut: of the rows that are longer than some length, what comes behind it was never written.
inline Explained longRowsCut(const Facts& facts) {
  const detail::RaggedRows rows(facts);
  if (!rows.known()) return std::nullopt;
  const Holes holes(facts);
  if (holes.count() == 0) return std::nullopt;
  std::size_t length = nowhere, cut = 0, first = 0;
  for (std::size_t row = 0; row < rows.count(); ++row) {
    std::size_t entry = 0;
    while (entry < rows.length(row) && !holes.at(rows.start(row) + entry)) ++entry;
    if (entry == rows.length(row)) continue;
    if (cut++ == 0) first = row;
    length = std::min(length, entry);
  }
  if (cut == 0 || length == 0) return std::nullopt;
  for (std::size_t row = 0; row < rows.count(); ++row)
    for (std::size_t entry = 0; entry < rows.length(row); ++entry) {
      const std::size_t cell = rows.start(row) + entry;
      if (holes.at(cell) != (entry >= length) && !holes.mayBeEither(cell)) return std::nullopt;
    }
  return Explanation{"long-rows-cut",
                     "rows end after " + number(length) + " entries: of " + counted(cut, "longer row") + ", row " +
                         number(first) + " first, " + number(holes.count()) +
                         (holes.count() == 1 ? " entry" : " entries") + " behind " + holes.verb(holes.count() > 1),
                     "day 67", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}

/// numbers-within-tiles: the right number less a multiple of a tile's width, or plus a multiple of the row: what is
/// counted from the start of another thing than the row.
inline Explained numbersFromElsewhere(const Facts& facts) {
  const detail::RaggedRows rows(facts);
  if (!rows.known() || (facts.type != ElementType::u32 && facts.type != ElementType::i32)) return std::nullopt;
  const auto all = [&](auto predict) {
    std::size_t explained = 0;
    for (std::size_t row = 0; row < rows.count(); ++row)
      for (std::size_t cell = rows.start(row); cell < rows.start(row + 1); ++cell) {
        if (!facts.wroteWrong(cell) && !facts.right(cell)) continue;
        if (facts.got[cell] != predict(row, facts.expected[cell])) return std::size_t{0};
        explained += facts.wrong[cell];
      }
    return explained;
  };
  const std::vector<std::uint8_t> written = cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; });
  for (const std::size_t size : blockSizes(facts)) {
    const std::size_t explained =
        all([&](std::size_t, double due) { return std::fmod(due, static_cast<double>(size)); });
    if (explained < 2) continue;
    return Explanation{"numbers-from-elsewhere",
                       "each number is counted within its tile of " + number(size) + " and not from the row's start: " +
                           number(explained) + " cells hold the right number less a multiple of " + number(size),
                       "day 67", written};
  }
  for (std::size_t row = 1; row < rows.count(); ++row) {
    if (rows.length(row) == 0 || !facts.wroteWrong(rows.start(row))) continue;
    const double width = (facts.got[rows.start(row)] - facts.expected[rows.start(row)]) / static_cast<double>(row);
    const std::size_t explained =
        all([&](std::size_t of, double due) { return due + static_cast<double>(of) * width; });
    if (explained < 2) return std::nullopt;
    return Explanation{"numbers-from-elsewhere",
                       "each number is counted from the start of the matrix and not of its row: " + number(explained) +
                           " cells hold the right number plus " + valueText(width) + " times that of their row",
                       "day 67", written};
  }
  return std::nullopt;
}

}  // namespace exercise
