#pragma once
// neighbour-value: an index into the tile is off by one. Inside a tile each wrong cell holds its neighbour's element;
// at the tile's edge, where there is no neighbour, it holds the other end of the tile or anything else. That edge is
// what tells this from shifted-by-one, which is tried first.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained neighbourValue(const Facts& facts) {
  if (!facts.traceable()) return std::nullopt;
  for (const std::size_t side : tileSides(facts)) {
    for (const bool byColumn : {true, false}) {
      for (const bool forward : {true, false}) {
        const auto predict = [&](std::size_t cell) {
          const std::size_t expected = facts.expectedSource[cell];
          if (expected == nowhere) return nowhere;
          std::size_t row = expected / facts.inCols, col = expected % facts.inCols;
          std::size_t& moving = byColumn ? col : row;
          const std::size_t limit = byColumn ? facts.inCols : facts.inRows;
          const bool atEdge = moving % side == (forward ? side - 1 : 0);
          moving = forward ? (atEdge ? moving + 1 - side : moving + 1) : (atEdge ? moving + side - 1 : moving - 1);
          if (moving >= limit) return nowhere;
          const std::size_t index = row * facts.inCols + col;
          // Past the edge the tile may wrap around or run into other data: only a wrap is recognised.
          return atEdge && facts.source[cell] != index ? nowhere : index;
        };
        if (!fitSources(facts, predict).holds()) continue;
        const std::vector<std::uint8_t> explained = cellsHolding(facts, predict);
        const std::string which = byColumn ? (forward ? "right" : "left") : (forward ? "lower" : "upper");
        return Explanation{"neighbour-value",
                           "an index into the tile is off by one: inside each " + std::to_string(side) + " x " +
                               std::to_string(side) + " tile a wrong cell holds the " + which +
                               " neighbor's element (" + example(facts, explained) + ")",
                           "day 13", explained};
      }
    }
  }
  return std::nullopt;
}

}  // namespace exercise
