#pragma once
// copied-not-transposed: out[r][c] holds in[r][c], or the element of the same flat index (a memcpy). Right only on the
// diagonal. Cells outside the input's shape are left open.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained copiedNotTransposed(const Facts& facts) {
  if (!facts.traceable() || facts.inRows != facts.cols || facts.inCols != facts.rows) return std::nullopt;
  for (std::size_t cell = 0; cell < facts.total(); ++cell)
    if (facts.expectedSource[cell] != facts.col(cell) * facts.inCols + facts.row(cell)) return std::nullopt;
  const auto sameCell = [&](std::size_t cell) {
    const std::size_t row = facts.row(cell), col = facts.col(cell);
    return row < facts.inRows && col < facts.inCols ? row * facts.inCols + col : nowhere;
  };
  const auto sameIndex = [](std::size_t cell) { return cell; };

  const bool cells = fitSources(facts, sameCell).holds();
  if (!cells && !fitSources(facts, sameIndex).holds()) return std::nullopt;
  if (cells) {
    return Explanation{
        "copied-not-transposed",
        "copied, not transposed: out[r][c] holds in[r][c], right only on the diagonal" + example(facts, sameCell),
        "day 12", cellsExplained(facts, sameCell)};
  }
  return Explanation{
      "copied-not-transposed",
      "copied, not transposed: the output holds the input in the input's own order" + example(facts, sameIndex),
      "day 12", cellsExplained(facts, sameIndex)};
}

}  // namespace exercise
