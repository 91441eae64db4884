#pragma once
// Threads that are gone when their block still needs them.
#include "exercise/classify/hole_shapes.h"

namespace exercise {

/// left-early: synccheck saw threads return before a barrier, and every wrong cell belongs to a block that is not full:
/// the others in it got what those threads should have left in shared memory. A race, or an access outside, is said
/// first.
inline Explained leftEarly(const Facts& facts) {
  if (!facts.leftEarlyFound || facts.raceFound || facts.outsideFound || facts.shape.rank == 3) return std::nullopt;
  for (const Launch& launch : facts.launches) {
    const std::size_t width = static_cast<std::size_t>(launch.block[0]);
    const std::size_t height = facts.rows == 1 ? 1 : static_cast<std::size_t>(launch.block[1]);
    const auto inPartialBlock = [&](std::size_t cell) {
      return facts.col(cell) >= facts.cols / width * width || facts.row(cell) >= facts.rows / height * height;
    };
    const auto claimed =
        cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell] && inPartialBlock(cell); });
    const Box box = boundingBox(facts, claimed);
    if (box.cells == 0 || box.cells != facts.wrongCount()) continue;
    return Explanation{"left-early",
                       "threads returned before a __syncthreads() that the rest of their block waits at, and what they "
                       "should have left in shared memory is missing: " +
                           counted(box.cells, "cell") + " wrong, all in blocks that reach past the end (" + box.str() +
                           ")",
                       "day 14", claimed};
  }
  return std::nullopt;
}

/// early-return: threads whose element lies outside the input return before the tile is written. A partial tile of h x
/// w elements then keeps only its first h threads by w lanes, which write a corner of at most h x w of its w x h cells.
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
