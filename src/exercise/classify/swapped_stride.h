#pragma once
// swapped-stride: the number of rows stands where the number of columns belongs, so the result is right only when the
// matrix is square. On the reading side out[c][r] holds element r R + c of the input where r C + c was expected. On the
// writing side in[r][c] went to element c C + r of the output instead of c R + r, which leaves holes where C > R and
// runs past the end.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained swappedStride(const Facts& facts) {
  if (!facts.traceable() || facts.inRows == facts.inCols) return std::nullopt;
  const std::size_t rows = facts.inRows, cols = facts.inCols, count = rows * cols;

  const auto reading = [&](std::size_t cell) {
    const std::size_t expected = facts.expectedSource[cell];
    if (expected == nowhere) return nowhere;
    const std::size_t index = expected / cols * rows + expected % cols;
    return index < count ? index : nowhere;
  };
  const std::string sizes =
      ", right only for square matrices (here " + std::to_string(rows) + " x " + std::to_string(cols) + ")";
  if (fitSources(facts, reading).holds()) {
    return Explanation{"swapped-stride",
                       "the input is read with a stride of " + number(rows) + " elements a row where " + number(cols) +
                           " is right: rows and columns are swapped" + sizes + example(facts, reading),
                       "day 12", cellsExplained(facts, reading)};
  }

  // Several elements may have been sent to one cell when C < R; any of them may have won.
  const auto writing = [&](std::size_t cell) {
    std::size_t last = nowhere;
    for (std::size_t row = cell % cols, col = cell / cols; row < rows; row += cols, --col) {
      if (col < cols) {
        last = row * cols + col;
        if (last == facts.source[cell]) break;
      }
      if (col == 0) break;
    }
    return last;
  };
  if (!fitSources(facts, writing).holds()) return std::nullopt;
  for (std::size_t cell = 0; cell < facts.total(); ++cell)
    if (facts.wrong[cell] && facts.unwritten[cell] && writing(cell) != nowhere) return std::nullopt;
  return Explanation{"swapped-stride",
                     "the output is written with a stride of " + number(cols) + " elements a row where " +
                         number(rows) + " is right: rows and columns are swapped" + sizes + example(facts, writing),
                     "day 12", cellsWhere(facts, [&](std::size_t cell) {
                       return facts.unwritten[cell] || facts.source[cell] == writing(cell);
                     })};
}

}  // namespace exercise
