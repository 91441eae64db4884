#pragma once
// misplaced-in-tile: the wrong cells hold elements of the tile they belong to, from other places of it. The tile was
// filled by one rule and read by another: a swizzle on one side only, a row length that differs. Where the wrong place
// is one that nobody filled, any value will do: in a tile that reaches past the edge, or where initcheck saw it.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained misplacedInTile(const Facts& facts) {
  if (!facts.traceable() || facts.shape.rank != 2 || facts.raceFound || facts.outsideFound) return std::nullopt;
  for (const std::size_t side : tileSides(facts)) {
    if (side < 8 || (facts.inRows <= side && facts.inCols <= side)) continue;  // one tile: any place would fit
    const auto tileOf = [&](std::size_t element) {
      return std::pair<std::size_t, std::size_t>{element / facts.inCols / side, element % facts.inCols / side};
    };
    std::size_t moved = 0, unknown = 0, foreign = 0;  // foreign: of another tile, as left behind by another block
    bool broken = false;
    for (std::size_t cell = 0; cell < facts.total() && !broken; ++cell) {
      if (!facts.wroteWrong(cell)) continue;
      const std::size_t source = facts.source[cell], expected = facts.expectedSource[cell];
      if (expected == nowhere) {
        broken = true;
      } else if (source != nowhere && tileOf(source) == tileOf(expected)) {
        ++moved;
      } else {
        const auto [tileRow, tileCol] = tileOf(expected);
        const bool whole = (tileRow + 1) * side <= facts.inRows && (tileCol + 1) * side <= facts.inCols;
        broken = whole && (source != nowhere || !facts.unwrittenSharedReadFound);
        ++unknown;
        foreign += source != nowhere ? 1 : 0;
      }
    }
    constexpr std::size_t beyondChance = 16;
    if (broken || moved < beyondChance || moved < unknown || moved < 4 * foreign) continue;
    const auto isMoved = [&](std::size_t cell) {
      const std::size_t source = facts.source[cell];
      return source != nowhere && tileOf(source) == tileOf(facts.expectedSource[cell]);
    };
    return Explanation{
        "misplaced-in-tile",
        "the tile is filled by one rule and read by another: " + counted(moved, "wrong cell") +
            (moved == 1 ? " holds" : " hold") + " an element of the right " + std::to_string(side) + " x " +
            std::to_string(side) + " tile, from another place in it" +
            example(facts, [&](std::size_t cell) { return isMoved(cell) ? facts.source[cell] : nowhere; }),
        "day 15", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
  }
  return std::nullopt;
}

}  // namespace exercise
