#pragma once
// neighbour-value: an index into the tile is off by one. Inside a tile each wrong cell holds its neighbour's element;
// at the tile's edge, where there is no neighbour, it holds the other end of the tile or anything else. That edge is
// what tells this from shifted-by-one, which is tried first.
#include "exercise/classify/answers.h"

namespace exercise {

namespace detail {

/// The same where elements cannot be traced: inside a tile each cell holds what belongs into its neighbor.
inline Explained neighbourAnswers(const Facts& facts) {
  for (const std::size_t side : tileSides(facts)) {
    for (const bool byColumn : {true, false}) {
      for (const bool forward : {true, false}) {
        if (side * 2 > (byColumn ? facts.cols : facts.rows)) continue;
        const std::size_t step = byColumn ? 1 : facts.cols;
        const auto from = [&](std::size_t cell) {
          const std::size_t at = byColumn ? facts.col(cell) : facts.row(cell);
          const std::size_t end = byColumn ? facts.cols : facts.rows;
          if (at % side == (forward ? side - 1 : 0) || (forward && at + 1 == end)) return nowhere;
          return forward ? cell + step : cell - step;
        };
        if (!fitAnswers(facts, from).holds()) continue;
        const std::string which = byColumn ? (forward ? "right" : "left") : (forward ? "lower" : "upper");
        return Explanation{"neighbour-value",
                           "an index into the tile is off by one: inside each tile of " + std::to_string(side) +
                               " a wrong cell holds what belongs into its " + which + " neighbor" +
                               answerExample(facts, from),
                           "day 13", answersExplained(facts, from)};
      }
    }
  }
  return std::nullopt;
}

}  // namespace detail

inline Explained neighbourValue(const Facts& facts) {
  if (!facts.traceable()) return detail::neighbourAnswers(facts);
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
          if (!atEdge) {
            moving = forward ? moving + 1 : moving - 1;
            return moving < limit ? row * facts.inCols + col : nowhere;
          }
          // Past the edge the tile wraps around or runs into other data, but not into the next tile's element: where it
          // does, the tile is larger, and the expected element stands for the contradiction.
          const std::size_t next = byColumn ? expected + (forward ? 1 : nowhere)
                                            : expected + (forward ? facts.inCols : nowhere - facts.inCols + 1);
          if (facts.source[cell] == next) return expected;
          moving = forward ? moving + 1 - side : moving + side - 1;
          const std::size_t wrapped = row * facts.inCols + col;
          return moving < limit && facts.source[cell] == wrapped ? wrapped : nowhere;
        };
        if (!fitSources(facts, predict).holds()) continue;
        const std::string which = byColumn ? (forward ? "right" : "left") : (forward ? "lower" : "upper");
        return Explanation{"neighbour-value",
                           "an index into the tile is off by one: inside each " + std::to_string(side) + " x " +
                               std::to_string(side) + " tile a wrong cell holds the " + which + " neighbor's element" +
                               example(facts, predict),
                           "day 13", cellsExplained(facts, predict)};
      }
    }
  }
  return std::nullopt;
}

}  // namespace exercise
