#pragma once
// early-return: threads whose element lies outside the input return before the tile is written. A partial tile of h x w
// elements then keeps only its first h threads by w lanes, which write a corner of at most h x w of its w x h cells.
#include "exercise/classify/hole_shapes.h"

namespace exercise {

inline Explained earlyReturn(const Facts& facts) {
  const Holes holes(facts);
  if (holes.count() == 0 || facts.inRows != facts.cols || facts.inCols != facts.rows) return std::nullopt;
  for (const std::size_t side : tileSides(facts)) {
    const auto lost = [&](std::size_t cell) {
      const std::size_t row = facts.row(cell), col = facts.col(cell);
      const std::size_t height = std::min(side, facts.inRows - col / side * side);  // of the tile, in the input
      const std::size_t width = std::min(side, facts.inCols - row / side * side);
      return row % side >= height || col % side >= width;
    };
    if (!holes.areExactly(lost)) continue;
    const std::vector<std::uint8_t> explained = cellsWhere(facts, lost);
    const Box box = boundingBox(facts, explained);
    return Explanation{
        "early-return",
        counted(holes.count(), "cell") + " of partial tiles " + holes.verb(holes.count() > 1) + " (" + box.str() +
            "): in a tile of " + std::to_string(side) + " x " + std::to_string(side) +
            ", threads whose input element is outside the matrix returned, though they have an output to write",
        "day 14", explained};
  }
  return std::nullopt;
}

}  // namespace exercise
