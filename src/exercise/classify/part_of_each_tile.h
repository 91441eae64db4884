#pragma once
// part-of-each-tile: of every tile the same rows, or the same columns, were written and the others were not, as when a
// block of 32 x 8 threads writes its tile of 32 x 32 once instead of four times.
#include "exercise/classify/hole_shapes.h"

namespace exercise {

inline Explained partOfEachTile(const Facts& facts) {
  const Holes holes(facts);
  const auto along = [&](std::size_t count, auto index, const std::string& noun) -> Explained {
    const std::optional<Periodic> period = periodOf(facts, holes, count, index);
    if (!period || !period->oneRun()) return std::nullopt;
    // The run may wrap around; it starts after the last hole.
    std::size_t start = 0;
    while (period->hole[start] || !period->hole[(start + period->period - 1) % period->period]) ++start;
    const std::string which = start == 0 ? "the first " + number(period->written())
                                         : number(period->written()) + " from " + noun + " " + number(start) + " on";
    return Explanation{"part-of-each-tile",
                       "only " + which + " of every " + number(period->period) + " " + noun +
                           "s were written: " + counted(holes.count(), "cell") + " " + holes.verb(holes.count() > 1) +
                           "; each block covers a part of its tile",
                       "day 13", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
  };
  if (Explained found = along(
          facts.rows, [&](std::size_t cell) { return facts.row(cell); }, "row"))
    return found;
  return along(
      facts.cols, [&](std::size_t cell) { return facts.col(cell); }, columnNoun(facts));
}

}  // namespace exercise
