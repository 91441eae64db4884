#pragma once
// one-block-only: what was written is what one block covers, and everything else is a hole. The simulator knows the
// grid; without it, a rectangle of at most 64 x 64 at the origin, cut short in both directions, or one run of at most
// 1,024 elements of the input stands for it.
#include "exercise/classify/volume_axes.h"

namespace exercise {

/// Several blocks of a row of threads, and of a vector only as much is written as one block has threads: each block
/// wrote the same cells.
inline Explained sameCellsByEachBlock(const Facts& facts, const Holes& holes) {
  if (!facts.launchesKnown || facts.launches.size() != 1 || facts.rows != 1) return std::nullopt;
  const Launch& launch = facts.launches[0];
  const std::uint64_t threads = launch.block[0];
  if (launch.blocks() < 2 || launch.block[1] != 1 || launch.block[2] != 1) return std::nullopt;
  const std::optional<Suffix> suffix = suffixOf(facts, holes);
  if (!suffix || suffix->cols != threads) return std::nullopt;
  return Explanation{"one-block-only",
                     "one block's elements only: the first " + number(threads) + " of " + number(facts.total()) +
                         " were written, and the grid has " + number(launch.blocks()) + " blocks of " +
                         number(threads) + ": each block wrote the same ones, as an index without blockIdx makes it",
                     "day 2", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}

inline Explained oneBlockOnly(const Facts& facts) {
  const Holes holes(facts);
  if (holes.count() == 0 || holes.count() == facts.total()) return std::nullopt;
  if (const Explained same = sameCellsByEachBlock(facts, holes)) return same;
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
