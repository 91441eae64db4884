#pragma once
// one-block-only: what was written is what one block covers, and everything else is a hole. The simulator knows the
// grid; without it, a rectangle of at most 64 x 64 at the origin, cut short in both directions, or one run of at most
// 1,024 elements of the input stands for it.
#include "exercise/classify/volume_axes.h"

namespace exercise {

inline Explained oneBlockOnly(const Facts& facts) {
  const Holes holes(facts);
  if (holes.count() == 0 || holes.count() == facts.total()) return std::nullopt;
  std::uint64_t blocks = 0;
  for (const Launch& launch : facts.launches) blocks += launch.blocks();
  if (facts.launchesKnown && blocks != 1) return std::nullopt;

  const auto box = facts.launchesKnown ? writtenBoxOf(facts, holes) : std::nullopt;
  if (box) {
    return Explanation{"one-block-only",
                       "one block's cells only: " + std::to_string((*box)[0]) + " x " + std::to_string((*box)[1]) +
                           " x " + std::to_string((*box)[2]) + " cells were written, " +
                           counted(holes.count(), "other cell") + " " + holes.verb(holes.count() > 1) +
                           "; the grid has 1 block",
                       "day 2", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
  }
  const std::optional<Suffix> suffix = suffixOf(facts, holes);
  const std::optional<FlatSuffix> flat = flatSuffixOf(facts, holes);
  const std::string tail = facts.launchesKnown ? "; the grid has 1 block" : "";
  const auto explained = cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); });
  if (suffix && (facts.launchesKnown || (suffix->rows <= 64 && suffix->cols <= 64 && suffix->rows < facts.rows &&
                                         suffix->cols < facts.cols))) {
    return Explanation{
        "one-block-only",
        "one block's cells only: " + (facts.shape.rank == 1 ? "" : span("row", 0, suffix->rows - 1) + ", ") +
            span(columnNoun(facts), 0, suffix->cols - 1) + " were written, " + counted(holes.count(), "other cell") +
            " " + holes.verb(holes.count() > 1) + tail,
        "day 2", explained};
  }
  const bool blockSized = flat && flat->from <= 1024 && flat->from % 32 == 0 && flat->from * 2 <= facts.total();
  if (flat && (facts.launchesKnown || blockSized)) {
    return Explanation{"one-block-only",
                       "one block's elements only: the first " + number(flat->from) + " of " + number(facts.total()) +
                           " were written, " + counted(holes.count(), "other cell") + " " +
                           holes.verb(holes.count() > 1) + tail,
                       "day 2", explained};
  }
  return std::nullopt;
}

}  // namespace exercise
