#pragma once
// transposed-within-tiles: each tile is transposed, but written back to where it was read. With (a, b) the tile and
// (i, j) the place in it, out holds in[a T + j][b T + i] where in[b T + j][a T + i] was expected.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained transposedWithinTiles(const Facts& facts) {
  if (facts.inRows != facts.cols || facts.inCols != facts.rows) return std::nullopt;  // no transpose
  for (const std::size_t side : tileSides(facts)) {
    const auto predict = [&](std::size_t cell) {
      const std::size_t row = facts.row(cell), col = facts.col(cell);
      const std::size_t inRow = row / side * side + col % side;
      const std::size_t inCol = col / side * side + row % side;
      return inRow < facts.inRows && inCol < facts.inCols ? inRow * facts.inCols + inCol : nowhere;
    };
    if (!fitSources(facts, predict).holds()) continue;
    const std::string tile = std::to_string(side) + " x " + std::to_string(side);
    return Explanation{"transposed-within-tiles",
                       "each " + tile + " tile is transposed but was not moved: tile (a, b) must go to tile (b, a)" +
                           example(facts, predict),
                       "day 13", cellsExplained(facts, predict)};
  }
  return std::nullopt;
}

}  // namespace exercise
