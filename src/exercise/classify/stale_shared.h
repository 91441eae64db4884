#pragma once
// stale-shared: the block read shared memory that it had not written, and got another block's value or garbage.
// With the simulator its initcheck says so, and a race that leads to the same is order-dependent's. Without it, the
// sign is a value from the same place of another block's tile, from several tiles.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained staleShared(const Facts& facts) {
  if (facts.raceFound) return std::nullopt;
  const auto written = cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; });
  const Box box = boundingBox(facts, written);
  if (box.cells == 0) return std::nullopt;

  if (facts.unwrittenSharedReadFound) {
    return Explanation{"stale-shared",
                       "shared memory was read that this block had not written: " + counted(box.cells, "wrong cell") +
                           " in " + box.str() + (box.cells == 1 ? " holds" : " hold") + " whatever was left there",
                       "day 13", written};
  }
  if (!facts.traceable()) return std::nullopt;
  for (const std::size_t side : tileSides(facts)) {
    const auto tileOf = [&](std::size_t element) {
      return std::pair<std::size_t, std::size_t>{element / facts.inCols / side, element % facts.inCols / side};
    };
    // Element (row, col) stood at (row % side, col % side) of its tile, so a leftover keeps both remainders.
    const auto samePlace = [&](std::size_t cell) {
      const std::size_t source = facts.source[cell], expected = facts.expectedSource[cell];
      if (source == nowhere || expected == nowhere) return false;
      return source / facts.inCols % side == expected / facts.inCols % side &&
             source % facts.inCols % side == expected % facts.inCols % side && tileOf(source) != tileOf(expected);
    };
    std::size_t leftovers = 0, others = 0;
    for (std::size_t cell = 0; cell < facts.total(); ++cell) {
      if (!written[cell]) continue;
      // A block that ran first finds zeros or garbage, so a few cells may hold no input element at all.
      if (samePlace(cell)) {
        ++leftovers;
      } else if (facts.source[cell] == nowhere) {
        ++others;
      } else {
        leftovers = 0;
        others = box.cells;
        break;
      }
    }
    if (leftovers < 2 || leftovers < others) continue;
    return Explanation{
        "stale-shared",
        "values left by another block: " + number(leftovers) + " of " + counted(box.cells, "wrong cell") +
            " hold the element from the same place of another " + std::to_string(side) + " x " + std::to_string(side) +
            " tile, so this block never wrote that cell of shared memory" +
            example(facts, [&](std::size_t cell) { return samePlace(cell) ? facts.source[cell] : nowhere; }),
        "day 13",
        cellsWhere(facts, [&](std::size_t cell) { return samePlace(cell) || facts.source[cell] == nowhere; })};
  }
  return std::nullopt;
}

}  // namespace exercise
