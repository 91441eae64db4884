#pragma once
// past-n-unwritten: every cell past row N, past column N, or past flat index N is a hole, as when the grid is rounded
// down. Tried after the classes that say more of the same cells.
#include "exercise/classify/answers.h"
#include "exercise/classify/volume_axes.h"

namespace exercise {

namespace detail {

/// Why a box of a volume ends where it does, as far as the launches say.
inline std::string whyBoxEnds(const Facts& facts, const std::array<std::size_t, 3>& written) {
  bool tooShort = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t extent = facts.shape.extent[axis];
    if (written[axis] == extent) continue;
    if (const std::string index = indexEndsAt(facts, written[axis], extent); !index.empty()) return index;
    bool covered = false;  // planes lie along z, rows along y, columns along x
    for (const Launch& launch : facts.launches)
      covered = covered || launch.grid[2 - axis] * launch.block[2 - axis] >= extent;
    tooShort = tooShort || !covered;
  }
  return tooShort ? "; the grid is too short along that axis" : "; the grid has threads enough along that axis";
}

/// The elements that a thread of a vector takes together, where the rest after whole groups is what was not written: 4
/// or 2, as many as the elements are more than the threads. 0: no such group.
inline std::size_t groupOf(const Facts& facts, std::size_t written, std::size_t total) {
  if (facts.rows != 1) return 0;
  for (const std::size_t group : {std::size_t{4}, std::size_t{2}}) {
    if (written % group != 0 || total - written >= group) continue;
    bool fewer = facts.launches.empty();
    for (const Launch& launch : facts.launches) {
      const std::uint64_t threads = launch.blocks() * launch.threads();
      fewer = fewer || threads * group < total + group * launch.threads();
    }
    if (fewer) return group;
  }
  return 0;
}

}  // namespace detail

inline Explained pastNUnwritten(const Facts& facts) {
  const Holes holes(facts);
  if (const auto written = writtenBoxOf(facts, holes)) {
    return Explanation{"past-n-unwritten",
                       pastBoxWords(facts, *written) + " " + holes.verb(pastBoxIsPlural(facts, *written)) + ": " +
                           number(holes.count()) + " of " + counted(facts.total(), "cell") +
                           detail::whyBoxEnds(facts, *written),
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
        if (end->swapped(needed)) why += "; are x and y swapped? The grid has as many along its other axis";
      } else if (const std::string index = indexEndsAt(facts, written, total); !index.empty()) {
        why += index;
      } else if (const std::size_t group = detail::groupOf(facts, written, total); group != 0) {
        why += ", what remains after " + counted(written / group, "group") + " of " + number(group) +
               ": whoever takes several elements a thread needs a tail";
      } else if (side && (facts.launches.empty() || isBlockExtent(facts, *side))) {
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
