#pragma once
// halo-cells: only the cells along the edges of tiles are wrong, where neighbors belong to another tile. With the day's
// word on the terms, the cells hold the sum without what lies in other tiles; without it, or with another mistake at
// the edge, the wrong cells are whole lines along tile edges, of tiles as large as a block that was launched.
#include "exercise/classify/folds.h"

namespace exercise {

namespace detail {

struct TileSize {
  std::size_t rows = 1, cols = 1;
  std::string str() const {
    return rows == 1 ? number(cols) + " elements" : std::to_string(rows) + " x " + std::to_string(cols);
  }
};

/// Blocks of the launches as tiles of the output; where none is known, the usual squares.
inline std::vector<TileSize> blockTiles(const Facts& facts) {
  std::vector<TileSize> tiles;
  for (const Launch& launch : facts.launches) {
    const std::size_t x = static_cast<std::size_t>(launch.block[0]), y = static_cast<std::size_t>(launch.block[1]);
    if (facts.rows == 1 && x >= 8) tiles.push_back({1, x});
    if (facts.rows > 1 && x >= 4 && y >= 4) tiles.push_back({y, x});
    if (facts.rows > 1 && x >= 4 && y < x) tiles.push_back({x, x});
  }
  if (!facts.launches.empty()) return tiles;
  for (const std::size_t side : {16, 32, 8}) tiles.push_back({side, side});
  return tiles;
}

/// The sum without terms from other tiles.
inline Explained haloAsZero(const Facts& facts) {
  if (!hasTerms(facts) || foldsAnAxis(facts)) return std::nullopt;
  for (const TileSize& tile : blockTiles(facts)) {
    TermsOf terms(facts);
    const auto tileOf = [&](std::size_t at) {
      return std::pair<std::size_t, std::size_t>{at / facts.cols / tile.rows, at % facts.cols / tile.cols};
    };
    std::size_t explained = 0;
    bool fits = true;
    for (std::size_t cell = 0; cell < facts.total() && fits; ++cell) {
      if (!facts.wroteWrong(cell) && !facts.right(cell)) continue;
      fits = facts.holds(cell, terms.fold(cell, [&](std::size_t, const Term& term, std::size_t) {
        return term.place == nowhere || tileOf(term.place) == tileOf(cell) ? 1 : 0;
      }));
      explained += facts.wrong[cell];
    }
    if (!fits || explained == 0) continue;
    return foldExplanation(facts, "halo-cells",
                           "cells along the edges of the " + tile.str() + " tiles are wrong: " + cellsFold(facts) +
                               " only " + nouns(facts) + " from its own tile; what lies in the next tile counts 0",
                           "day 61");
  }
  return std::nullopt;
}

}  // namespace detail

namespace detail {

/// Along one axis of a tile, the lines at its two ends on which most cells are wrong: `low` from the start, `high` from
/// the end.
struct EdgeLines {
  std::size_t low = 0, high = 0;
  std::size_t count() const { return low + high; }
};

/// `wrongOn[i]` of `cellsOn[i]` cells are wrong on line i of the tiles.
inline EdgeLines edgeLines(const std::vector<std::size_t>& wrongOn, const std::vector<std::size_t>& cellsOn) {
  const std::size_t widest = wrongOn.size() / 4;
  const auto bad = [&](std::size_t i) { return wrongOn[i] > 0 && wrongOn[i] * 10 >= cellsOn[i] * 6; };
  EdgeLines lines;
  while (lines.low < widest && bad(lines.low)) ++lines.low;
  while (lines.high < widest && bad(wrongOn.size() - 1 - lines.high)) ++lines.high;
  return lines;
}

inline std::string edgeWords(const EdgeLines& lines, const std::string& noun) {
  const auto side = [&](const char* which, std::size_t count) {
    return std::string("the ") + which + " " + (count == 1 ? noun : std::to_string(count) + " " + noun + "s");
  };
  if (lines.low == 0) return side("last", lines.high);
  return side("first", lines.low) + (lines.high == 0 ? "" : " and " + side("last", lines.high));
}

}  // namespace detail

inline Explained haloCells(const Facts& facts) {
  if (Explained found = detail::haloAsZero(facts)) return found;
  if (!hasTerms(facts) || foldsAnAxis(facts) || facts.shape.rank == 3) return std::nullopt;
  for (const detail::TileSize& tile : detail::blockTiles(facts)) {
    // Two tiles at least: what the border of the array does to one tile is not a matter of tiles.
    if (tile.rows > facts.rows || tile.cols > facts.cols || 2 * tile.rows * tile.cols > facts.total()) continue;
    std::vector<std::size_t> rowWrong(tile.rows, 0), rowCells(tile.rows, 0), colWrong(tile.cols, 0),
        colCells(tile.cols, 0);
    const auto rowLine = [&](std::size_t cell) { return facts.row(cell) % tile.rows; };
    const auto colLine = [&](std::size_t cell) { return facts.col(cell) % tile.cols; };
    for (std::size_t cell = 0; cell < facts.total(); ++cell) {
      ++rowCells[rowLine(cell)];
      ++colCells[colLine(cell)];
      rowWrong[rowLine(cell)] += facts.wroteWrong(cell) ? 1 : 0;
      colWrong[colLine(cell)] += facts.wroteWrong(cell) ? 1 : 0;
    }
    const detail::EdgeLines rows = tile.rows > 1 ? detail::edgeLines(rowWrong, rowCells) : detail::EdgeLines();
    const detail::EdgeLines cols = detail::edgeLines(colWrong, colCells);
    if (rows.count() + cols.count() == 0) continue;
    const auto explained = cellsWhere(facts, [&](std::size_t cell) {
      return !facts.unwritten[cell] && (rowLine(cell) < rows.low || rowLine(cell) + rows.high >= tile.rows ||
                                        colLine(cell) < cols.low || colLine(cell) + cols.high >= tile.cols);
    });
    const Box all = boundingBox(facts, writtenWrong(facts)), there = boundingBox(facts, explained);
    if (there.cells != all.cells || there.cells < 2) continue;
    std::string which = cols.count() > 0 ? detail::edgeWords(cols, (facts.shape.rank == 1 ? "element" : "column")) : "";
    if (rows.count() > 0) which += (which.empty() ? "" : " and ") + detail::edgeWords(rows, "row");
    return Explanation{"halo-cells",
                       "only cells along the edges of the " + tile.str() + " tiles are wrong: " + number(all.cells) +
                           " cells, all in " + which +
                           " of their tile; a value from the next tile is not the right one",
                       "day 61", explained};
  }
  return std::nullopt;
}

}  // namespace exercise
