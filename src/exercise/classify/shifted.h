#pragma once
// shifted-by-one: every wrong cell holds the element one column or one row away from the one expected, across the whole
// matrix. Where that element would lie outside the input, the cell is left open.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained shiftedByOne(const Facts& facts) {
  if (!facts.traceable()) return std::nullopt;
  struct Direction {
    std::size_t rowStep, colStep;  // 0, 1, or -1 as a size_t
    const char* words;
  };
  constexpr std::size_t back = static_cast<std::size_t>(-1);
  const Direction directions[] = {{0, 1, "one column to the right"},
                                  {0, back, "one column to the left"},
                                  {1, 0, "one row below"},
                                  {back, 0, "one row above"}};
  for (const Direction& direction : directions) {
    const auto within = [&](std::size_t cell) {
      const std::size_t expected = facts.expectedSource[cell];
      if (expected == nowhere) return nowhere;
      const std::size_t row = expected / facts.inCols + direction.rowStep;
      const std::size_t col = expected % facts.inCols + direction.colStep;
      return row < facts.inRows && col < facts.inCols ? row * facts.inCols + col : nowhere;
    };
    // In flat order the last column's neighbor is the next row's first.
    const auto flat = [&](std::size_t cell) {
      const std::size_t expected = facts.expectedSource[cell];
      if (expected == nowhere) return nowhere;
      const std::size_t index = expected + direction.rowStep * facts.inCols + direction.colStep;
      return index < facts.inRows * facts.inCols ? index : nowhere;
    };
    const bool runsOn = fitSources(facts, flat).holds();
    if (!runsOn && !fitSources(facts, within).holds()) continue;
    return Explanation{"shifted-by-one",
                       std::string("shifted by one: each wrong cell holds the input element ") + direction.words +
                           " of the right one" + (runsOn ? example(facts, flat) : example(facts, within)),
                       "day 5", runsOn ? cellsExplained(facts, flat) : cellsExplained(facts, within)};
  }
  return std::nullopt;
}

}  // namespace exercise
