#pragma once
// grid-y-limit: the written part ends at 65,535 tiles. A grid has at most 65,535 blocks in y and in z; a launch of more
// is refused, and one that was cut to fit leaves the rest as holes.
#include "exercise/classify/hole_shapes.h"

namespace exercise {

constexpr std::size_t gridLimitYZ = 65535;

namespace detail {

/// The same where elements moved: the rows of the input from 65,535 tiles on are the ones whose elements are missing.
inline Explained gridYLimitOfInput(const Facts& facts, const Holes& holes) {
  const std::optional<FlatSuffix> flat = flatSuffixOf(facts, holes);
  if (!flat || !flat->ofInput || flat->from % facts.inCols != 0) return std::nullopt;
  const std::size_t end = flat->from / facts.inCols;
  if (end % gridLimitYZ != 0 || end / gridLimitYZ > 1024) return std::nullopt;
  return Explanation{"grid-y-limit",
                     "what belongs to the input's rows from " + number(end) +
                         " on was never written: 65,535 blocks of " + number(end / gridLimitYZ) +
                         " end there, and a grid has no more than 65,535 in y or z; put the " + "long axis on x",
                     "day 8", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}

}  // namespace detail

inline Explained gridYLimit(const Facts& facts) {
  const Holes holes(facts);
  const std::optional<Suffix> suffix = suffixOf(facts, holes);
  if (!suffix) return detail::gridYLimitOfInput(facts, holes);
  const bool byRow = suffix->rows < facts.rows;
  const std::size_t end = byRow ? suffix->rows : suffix->cols;
  if (end % gridLimitYZ != 0 || end / gridLimitYZ > 1024) return std::nullopt;
  const std::size_t side = end / gridLimitYZ;
  return Explanation{"grid-y-limit",
                     suffixWords(facts, *suffix) + " " + holes.verb(suffixIsPlural(facts, *suffix)) +
                         ": 65,535 blocks of " + number(side) + " end at " + number(end) +
                         ", and a grid has no more than 65,535 in y or z; put the long axis on x",
                     "day 8", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}

/// The same limit met by a launch that was refused: whether one extent of the input needs more than 65,535 tiles.
inline std::optional<std::string> gridYLimitOfLaunch(std::size_t inRows, std::size_t inCols) {
  const std::size_t longest = inRows > inCols ? inRows : inCols;
  for (const std::size_t side : {std::size_t{32}, std::size_t{16}, std::size_t{8}}) {
    const std::size_t tiles = (longest + side - 1) / side;
    if (tiles <= gridLimitYZ) continue;
    return number(longest) + (inRows > inCols ? " rows" : " columns") + " are " + number(tiles) + " tiles of " +
           number(side) + ", and a grid has no more than 65,535 blocks in y or z; put the long axis on x";
  }
  return std::nullopt;
}

}  // namespace exercise
