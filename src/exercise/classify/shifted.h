#pragma once
// shifted-by-one: every wrong cell holds the element one column, row or plane away from the one expected, across the
// whole array. Where that element would lie outside, the cell is left open. Where elements cannot be traced to an
// input, the cell holds what belongs into the cell that far away.
#include "exercise/classify/answers.h"

namespace exercise {

namespace detail {

inline Explained shiftedAnswers(const Facts& facts) {
  const std::size_t rows = facts.shape.rank == 3 ? facts.shape.extent[1] : facts.rows, plane = rows * facts.cols;
  struct Step {
    std::size_t cells;
    const char *further, *back;
    bool applies;
  };
  const bool vector = facts.rows == 1;
  const Step steps[] = {
      {1, vector ? "one element further on" : "one column to the right",
       vector ? "one element before" : "one column to the left", facts.cols > 1},
      {facts.cols, "one row below", "one row above", rows > 1},
      {plane, "one plane further on", "one plane before", facts.shape.rank == 3 && facts.shape.extent[0] > 1}};
  for (const Step& step : steps) {
    if (!step.applies) continue;
    for (const bool further : {true, false}) {
      const auto from = [&](std::size_t cell) {
        const std::size_t line = step.cells == 1 ? facts.cols : step.cells == plane ? facts.total() : plane;
        const std::size_t at = cell % line;  // along the axis, nothing comes from the next line
        if (further) return at + step.cells < line ? cell + step.cells : nowhere;
        return at >= step.cells ? cell - step.cells : nowhere;
      };
      if (!fitAnswers(facts, from).holds()) continue;
      return Explanation{"shifted-by-one",
                         std::string("shifted by one: each wrong cell holds what belongs ") +
                             (further ? step.further : step.back) + answerExample(facts, from),
                         "day 5", answersExplained(facts, from)};
    }
  }
  return std::nullopt;
}

}  // namespace detail

inline Explained shiftedByOne(const Facts& facts) {
  if (!facts.traceable() || facts.shape.rank == 3) return detail::shiftedAnswers(facts);
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
