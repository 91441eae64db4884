#pragma once
// Cells at the border of the whole array, where some neighbors do not exist.
#include "exercise/classify/folds.h"

namespace exercise {

namespace detail {

/// How far `cell` is from the nearest border, in cells; a vector has borders at its two ends alone.
inline std::size_t borderDistance(const Facts& facts, std::size_t cell) {
  const std::size_t col = facts.col(cell), row = facts.row(cell);
  const std::size_t across = std::min(col, facts.cols - 1 - col);
  return facts.rows == 1 ? across : std::min(across, std::min(row, facts.rows - 1 - row));
}

/// The width of the border that holds all cells of `mask`, when both sides are in it and the inside is larger.
inline std::optional<std::size_t> borderWidth(const Facts& facts, const std::vector<std::uint8_t>& mask) {
  std::size_t width = 0, cells = 0;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (!mask[cell]) continue;
    width = std::max(width, borderDistance(facts, cell) + 1);
    ++cells;
  }
  constexpr std::size_t widest = 4;
  if (cells == 0 || width > widest || cells * 2 > facts.total()) return std::nullopt;
  if (facts.cols < 4 * width || (facts.rows > 1 && facts.rows < 4 * width)) return std::nullopt;
  return width;
}

inline std::string borderWords(std::size_t width) {
  return width == 1 ? "on the border of the output"
                    : "within " + std::to_string(width) + " cells of the output's border";
}

}  // namespace detail

/// border-unwritten: exactly the cells of the border are holes.
inline Explained borderUnwritten(const Facts& facts) {
  if (facts.shape.rank == 3) return std::nullopt;
  const Holes holes(facts);
  if (holes.count() == 0) return std::nullopt;
  const auto mask = cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); });
  const auto width = detail::borderWidth(facts, mask);
  if (!width || !holes.areExactly([&](std::size_t cell) { return detail::borderDistance(facts, cell) < *width; }))
    return std::nullopt;
  return Explanation{"border-unwritten",
                     "the cells " + detail::borderWords(*width) + " " + holes.verb(true) + ": " +
                         number(holes.count()) + " of " + number(facts.total()) + "; they have results too",
                     "day 61", mask};
}

/// border-cells: of an output whose cells depend on their neighbors, only cells of the border are wrong.
inline Explained borderCells(const Facts& facts) {
  if (!hasTerms(facts) || foldsAnAxis(facts) || facts.shape.rank == 3) return std::nullopt;
  const auto mask = writtenWrong(facts);
  const auto width = detail::borderWidth(facts, mask);
  if (!width) return std::nullopt;
  const Box box = boundingBox(facts, mask);
  return Explanation{"border-cells",
                     "only cells " + detail::borderWords(*width) + " are wrong: " + counted(box.cells, "cell") +
                         " in " + box.str() + "; what counts as the neighbor outside is not the right value",
                     "day 61", mask};
}

}  // namespace exercise
