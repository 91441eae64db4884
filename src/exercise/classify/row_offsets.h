#pragma once
// Faults of the offsets of rows of unequal length: offset r is how many entries the rows before r have, and the last
// one is how many there are.
#include "exercise/classify/explanation.h"

namespace exercise {

namespace detail {

inline bool isRowOffsets(const Facts& facts) {
  return facts.meaning() == Meaning::rowOffsets && facts.relation->input.size() == facts.total() && facts.total() > 1;
}

inline std::size_t rowsOf(const Facts& facts) { return facts.total() - 1; }

}  // namespace detail

/// last-offset-missing: every row has its offset, and where the last one ends is not there.
inline Explained lastOffsetMissing(const Facts& facts) {
  if (!detail::isRowOffsets(facts) || facts.wrongCount() != 1) return std::nullopt;
  const std::size_t last = detail::rowsOf(facts);
  if (!facts.wrong[last] || (!facts.unwritten[last] && facts.got[last] != 0)) return std::nullopt;
  return Explanation{"last-offset-missing",
                     "offset " + number(last) + (facts.unwritten[last] ? " was never written" : " holds 0") + ": " +
                         counted(last, "row") + (last == 1 ? " has " : " have ") + number(last + 1) +
                         " offsets, and the last one, where the last row ends, is the number of entries: " +
                         valueText(facts.expected[last]),
                     "day 67", facts.wrong};
}

/// empty-rows-without-offset: the offsets of the rows that have no entry were never written.
inline Explained emptyRowsWithoutOffset(const Facts& facts) {
  if (!detail::isRowOffsets(facts)) return std::nullopt;
  const Holes holes(facts);
  if (holes.count() == 0 || holes.zeros()) return std::nullopt;
  const auto empty = [&](std::size_t row) { return row < detail::rowsOf(facts) && facts.relation->input[row] == 0; };
  if (!holes.areExactly(empty)) return std::nullopt;
  const std::size_t count = holes.count();
  return Explanation{"empty-rows-unwritten",
                     counted(count, "row") + " without any entry " + (count == 1 ? "has" : "have") +
                         " no offset: an empty row starts where the next one does, and somebody has to store it",
                     "day 67", facts.unwritten};
}

/// empty-rows-squeezed: the offsets of the rows that have entries, one after another.
inline Explained emptyRowsSqueezed(const Facts& facts) {
  if (!detail::isRowOffsets(facts)) return std::nullopt;
  std::size_t next = 0, firstEmpty = facts.total();
  for (std::size_t row = 0; row < facts.total(); ++row) {
    const bool empty = row < detail::rowsOf(facts) && facts.relation->input[row] == 0;
    if (empty && firstEmpty == facts.total()) firstEmpty = row;
    if (empty) continue;
    if (facts.unwritten[next] || facts.got[next] != facts.expected[row]) return std::nullopt;
    ++next;
  }
  if (next == facts.total()) return std::nullopt;
  return Explanation{"empty-rows-squeezed",
                     "the offsets of the rows that have entries follow each other: " + number(next) + " where " +
                         number(facts.total()) + " are due, since the " + counted(facts.total() - next, "empty row") +
                         ", row " + number(firstEmpty) + " first, need offsets too",
                     "day 67", facts.wrong};
}

/// row-counts-wrong: the offsets are the running sums of wrong counts. Most rows are counted right, or all wrong ones
/// are off to the same side; from the first of them on, everything behind is shifted.
inline Explained rowCountsWrong(const Facts& facts) {
  if (!detail::isRowOffsets(facts) || facts.got[0] != 0) return std::nullopt;
  const std::size_t rows = detail::rowsOf(facts);
  std::size_t wrongRows = 0, first = 0, more = 0, emptyWrong = 0, longestRight = 0, enoughRight = 0,
              shortestWrong = nowhere;
  double firstCount = 0;
  bool alike = true;
  for (std::size_t row = 0; row < rows; ++row) {
    if (facts.unwritten[row + 1]) return std::nullopt;
    const double count = facts.got[row + 1] - facts.got[row], due = facts.relation->input[row];
    if (count < 0) return std::nullopt;
    const std::size_t entries = static_cast<std::size_t>(due);
    if (count == due) {
      longestRight = std::max(longestRight, entries);
      enoughRight += entries > 0 ? 1 : 0;
      continue;
    }
    if (wrongRows++ == 0) {
      first = row;
      firstCount = count;
    }
    alike = alike && count == firstCount;
    more += count > due ? 1 : 0;
    emptyWrong += entries == 0 ? 1 : 0;
    shortestWrong = std::min(shortestWrong, entries);
  }
  if (wrongRows == 0) return std::nullopt;
  if (wrongRows * 2 > rows && more > 0 && more < wrongRows) return std::nullopt;
  const double due = facts.relation->input[first];
  std::string why;
  if (alike && more == 0 && firstCount > 0 && longestRight <= static_cast<std::size_t>(firstCount) && wrongRows > 1)
    why = "; no row is counted longer than " + valueText(firstCount);
  else if (emptyWrong == wrongRows && alike)
    why = wrongRows == 1 ? "; it is empty" : "; they are the empty rows, each counted as " + valueText(firstCount);
  else if (wrongRows > 1 && enoughRight >= 3 && longestRight < shortestWrong)
    why = "; they are the rows of " + number(shortestWrong) + " and more entries";
  return Explanation{"row-counts-wrong",
                     number(wrongRows) + " of " + counted(rows, "row") + (wrongRows == 1 ? " is" : " are") +
                         " miscounted" + (first + 1 < rows ? ", and the rows behind start at the wrong place" : "") +
                         ": row " + number(first) + " has " + valueText(due) + (due == 1 ? " entry" : " entries") +
                         " and is counted as " + valueText(firstCount) + why,
                     "day 67", facts.wrong};
}

}  // namespace exercise
