#pragma once
// tiles-moved-not-transposed: each tile went to its place, but was copied into it as it was. With (a, b) the tile and
// (i, j) the place in it, out holds in[b T + i][a T + j] where in[b T + j][a T + i] was expected.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained tilesMovedNotTransposed(const Facts& facts) {
  if (facts.inRows != facts.cols || facts.inCols != facts.rows) return std::nullopt;  // no transpose
  for (const std::size_t side : tileSides(facts)) {
    const auto predict = [&](std::size_t cell) {
      const std::size_t row = facts.row(cell), col = facts.col(cell);
      const std::size_t inRow = col / side * side + row % side;
      const std::size_t inCol = row / side * side + col % side;
      return inRow < facts.inRows && inCol < facts.inCols ? inRow * facts.inCols + inCol : nowhere;
    };
    if (!fitSources(facts, predict).holds()) continue;
    const std::string tile = std::to_string(side) + " x " + std::to_string(side);
    return Explanation{"tiles-moved-not-transposed",
                       "every value is from the right " + tile + " tile, but the tile is not transposed inside" +
                           example(facts, predict),
                       "day 13", cellsExplained(facts, predict)};
  }
  return std::nullopt;
}

}  // namespace exercise
