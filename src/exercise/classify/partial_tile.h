#pragma once
// partial-tile-unwritten: the last tile of a row of tiles, of a column of tiles, or of both is only partly inside the
// matrix, and none of its cells was written. The same cells are missing when the grid was rounded down: where the grid
// is known to end there, past-n-unwritten says so instead.
#include "exercise/classify/hole_shapes.h"

namespace exercise {

inline Explained partialTileUnwritten(const Facts& facts) {
  if (facts.shape.rank == 3) return std::nullopt;  // its rows run through the planes
  const Holes holes(facts);
  const std::optional<Suffix> suffix = suffixOf(facts, holes);
  if (!suffix) return std::nullopt;
  // A vector's last one to three elements are what loads of four leave over, which past-n-unwritten says.
  if (facts.rows == 1 && facts.cols - suffix->cols < 4 && suffix->cols % 4 == 0) return std::nullopt;
  std::string rest, sides;
  const auto axis = [&](std::size_t written, std::size_t total, const std::string& noun) {
    if (written == total) return true;
    const std::optional<std::size_t> side = wholeTilesOf(facts, written, total);
    if (!side || gridEndsAt(facts, written, *side)) return false;
    rest += (rest.empty() ? "" : " and ") + number(total - written) + " of " + counted(total, noun) +
            ", what remains after " + counted(written / *side, "tile") + " of " + number(*side);
    if (sides != number(*side)) sides += (sides.empty() ? "" : " and ") + number(*side);
    return true;
  };
  if (!axis(suffix->rows, facts.rows, "row") || !axis(suffix->cols, facts.cols, columnNoun(facts))) return std::nullopt;
  const bool byRow = suffix->rows < facts.rows, byCol = suffix->cols < facts.cols;
  return Explanation{"partial-tile-unwritten",
                     "the last partial tile " +
                         std::string(byRow && byCol    ? "in both directions"
                                     : byRow           ? "by row"
                                     : facts.rows == 1 ? "at the end"
                                                       : "by column") +
                         " is skipped, right only for multiples of " + sides + "; " + suffixWords(facts, *suffix) +
                         " " + holes.verb(suffixIsPlural(facts, *suffix)) + ": " + rest,
                     "day 8", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}

}  // namespace exercise
