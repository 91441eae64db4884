#pragma once
// past-n-unwritten: every cell past row N, past column N, or past flat index N is a hole, as when the grid is rounded
// down. Tried after the classes that say more of the same cells.
#include "exercise/classify/volume_axes.h"

namespace exercise {

inline Explained pastNUnwritten(const Facts& facts) {
  const Holes holes(facts);
  if (const auto written = writtenBoxOf(facts, holes)) {
    return Explanation{"past-n-unwritten",
                       pastBoxWords(facts, *written) + " " + holes.verb(true) + ": " + number(holes.count()) + " of " +
                           counted(facts.total(), "cell") + "; the grid is too short along that axis",
                       "day 2", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
  }
  if (const std::optional<Suffix> suffix = suffixOf(facts, holes)) {
    std::string why;
    const auto axis = [&](std::size_t written, std::size_t total, const std::string& noun) {
      if (written == total) return;
      why += (why.empty() ? ": " : " and ") + number(total - written) + " of " + counted(total, noun);
      const std::optional<std::size_t> side = wholeTilesOf(facts, written, total);
      if (const std::optional<GridEnd> end = gridEndsAt(facts, written, side.value_or(1))) {
        why += ", past the grid's " + counted(end->blocks, "block") + " of " + number(end->width);
        const std::size_t needed = (total + end->width - 1) / end->width;
        why += ", where " + number(needed) + " are needed";
        if (end->swapped(needed)) why += "; the grid has as many along its other axis: are x and y swapped?";
      } else if (facts.rows == 1 && written % 4 == 0 && total - written < 4) {
        why += ", what remains after " + counted(written / 4, "group") + " of 4: vector accesses need a tail";
      } else if (side) {
        why += ", what remains after " + counted(written / *side, "tile") + " of " + number(*side);
      }
    };
    axis(suffix->rows, facts.rows, "row");
    axis(suffix->cols, facts.cols, columnNoun(facts));
    return Explanation{"past-n-unwritten",
                       suffixWords(facts, *suffix) + " " + holes.verb(suffixIsPlural(facts, *suffix)) + why, "day 5",
                       cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
  }
  const std::optional<FlatSuffix> flat = flatSuffixOf(facts, holes);
  if (!flat) return std::nullopt;
  std::string why;
  for (const std::size_t side :
       {std::size_t{1024}, std::size_t{512}, std::size_t{256}, std::size_t{128}, std::size_t{64}, std::size_t{32}}) {
    if (flat->from != facts.total() / side * side) continue;
    why = ", what remains after " + counted(flat->from / side, "block") + " of " + number(side);
    break;
  }
  return Explanation{"past-n-unwritten",
                     std::string("elements from ") + (flat->ofInput ? "input" : "output") + " index " +
                         number(flat->from) + " on " + holes.verb(true) + ": " + number(holes.count()) + " of " +
                         counted(facts.total(), "cell") + why,
                     "day 5", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}

}  // namespace exercise
