#pragma once
// tile-unwritten: the holes are whole tiles, each complete, and most tiles are not among them. The largest tile side
// that fits is named.
#include "exercise/classify/hole_shapes.h"

namespace exercise {

inline Explained tileUnwritten(const Facts& facts) {
  const Holes holes(facts);
  if (holes.count() == 0) return std::nullopt;
  for (const std::size_t side : tileSides(facts)) {
    const std::size_t tileRows = (facts.rows + side - 1) / side, tileCols = (facts.cols + side - 1) / side;
    if (tileRows * tileCols < 2) continue;
    std::vector<std::uint8_t> missing(tileRows * tileCols, 0);
    for (std::size_t cell = 0; cell < facts.total(); ++cell)
      if (holes.at(cell)) missing[facts.row(cell) / side * tileCols + facts.col(cell) / side] = 1;
    std::size_t tiles = 0, first = nowhere;
    for (std::size_t tile = 0; tile < missing.size(); ++tile) {
      if (!missing[tile]) continue;
      if (first == nowhere) first = tile;
      ++tiles;
    }
    if (tiles * 2 > missing.size()) continue;
    const bool whole = holes.areExactly(
        [&](std::size_t cell) { return missing[facts.row(cell) / side * tileCols + facts.col(cell) / side] != 0; });
    if (!whole) continue;
    const std::size_t row = first / tileCols, col = first % tileCols;
    const std::size_t lastRow = std::min(facts.rows, (row + 1) * side) - 1;
    const std::size_t lastCol = std::min(facts.cols, (col + 1) * side) - 1;
    const std::string place = "(" + number(row) + ", " + number(col) + ") of the output";
    const std::string extent = span("row", row * side, lastRow) + ", " + span("column", col * side, lastCol);
    const std::string size = std::to_string(side) + " x " + std::to_string(side);
    return Explanation{"tile-unwritten",
                       tiles == 1 ? "one " + size + " tile " + holes.verb(false) + ": tile " + place + ", " + extent
                                  : counted(tiles, size + " tile") + " of " + number(missing.size()) + " " +
                                        holes.verb(true) + ", the first is tile " + place + ", " + extent,
                       "day 8", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
  }
  return std::nullopt;
}

}  // namespace exercise
