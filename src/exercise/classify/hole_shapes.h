#pragma once
// Measurements of holes that several classes share.
#include <algorithm>

#include "exercise/classify/explanation.h"

namespace exercise {

/// Holes that fill everything from row `rows` on and everything from column `cols` on, and nothing else.
struct Suffix {
  std::size_t rows = 0, cols = 0;
};

/// The suffix that the holes are, or nothing when they are none or another shape, or when nothing was written at all.
inline std::optional<Suffix> suffixOf(const Facts& facts, const Holes& holes) {
  if (holes.count() == 0) return std::nullopt;
  // The first row that holds a hole in column 0 starts the suffix of rows, for column 0 belongs to no suffix of
  // columns.
  Suffix suffix{facts.rows, facts.cols};
  for (std::size_t row = 0; row < facts.rows && suffix.rows == facts.rows; ++row)
    if (holes.at(row * facts.cols)) suffix.rows = row;
  for (std::size_t col = 0; col < facts.cols && suffix.cols == facts.cols; ++col)
    if (holes.at(col)) suffix.cols = col;
  if (suffix.rows == 0 || suffix.cols == 0) return std::nullopt;
  const bool exact = holes.areExactly(
      [&](std::size_t cell) { return facts.row(cell) >= suffix.rows || facts.col(cell) >= suffix.cols; });
  return exact ? std::optional<Suffix>(suffix) : std::nullopt;
}

/// "column", or for a vector "element".
inline std::string columnNoun(const Facts& facts) { return facts.shape.rank == 1 ? "element" : "column"; }

/// "rows 608 to 612" / "columns 96 to 96" / both, for a suffix.
inline std::string suffixWords(const Facts& facts, const Suffix& suffix) {
  std::string words;
  if (suffix.rows < facts.rows) words = span("row", suffix.rows, facts.rows - 1);
  if (suffix.cols < facts.cols)
    words += (words.empty() ? "" : " and ") + span(columnNoun(facts), suffix.cols, facts.cols - 1);
  return words;
}

/// True for a suffix of more than one row or column, which takes a plural verb.
inline bool suffixIsPlural(const Facts& facts, const Suffix& suffix) {
  return (facts.rows - suffix.rows) + (facts.cols - suffix.cols) > 1;
}

/// Holes that are all elements from one flat index on: of the output, or of the input whose element they should hold.
struct FlatSuffix {
  std::size_t from = 0;
  bool ofInput = false;
};

inline std::optional<FlatSuffix> flatSuffixOf(const Facts& facts, const Holes& holes) {
  if (holes.count() == 0) return std::nullopt;
  std::size_t firstOut = facts.total(), firstIn = nowhere;
  for (std::size_t cell = facts.total(); cell-- > 0;) {
    if (!holes.at(cell)) continue;
    firstOut = cell;
    if (facts.traceable()) firstIn = std::min(firstIn, facts.expectedSource[cell]);
  }
  if (firstOut > 0 && holes.areExactly([&](std::size_t cell) { return cell >= firstOut; }))
    return FlatSuffix{firstOut, false};
  if (firstIn != nowhere && firstIn > 0 &&
      holes.areExactly([&](std::size_t cell) { return facts.expectedSource[cell] >= firstIn; })) {
    return FlatSuffix{firstIn, true};
  }
  return std::nullopt;
}

/// The tile side T for which `written` of `total` is what whole tiles cover: written = floor(total / T) T, with a rest.
inline std::optional<std::size_t> wholeTilesOf(const Facts& facts, std::size_t written, std::size_t total) {
  if (written == 0 || written >= total) return std::nullopt;
  std::vector<std::size_t> sides = tileSides(facts);
  for (const Launch& launch : facts.launches)
    if (launch.block[1] >= 2) sides.push_back(static_cast<std::size_t>(launch.block[1]));
  for (const std::size_t side : sides)
    if (total / side * side == written) return side;
  return std::nullopt;
}

/// The blocks along one axis of a grid, and the rows or columns that each covers.
struct GridEnd {
  std::uint64_t blocks = 0, width = 0;
  std::array<std::uint64_t, 3> grid{1, 1, 1};

  /// Whether the grid has along its other axis the blocks that are needed along this one.
  bool swapped(std::uint64_t needed) const {
    return needed != blocks && ((grid[0] == blocks && grid[1] == needed) || (grid[1] == blocks && grid[0] == needed));
  }
};

/// Whether one launch has a thread for every cell of the matrix that it walks: the input where elements are traced from
/// a transpose, else the output. Blocks along x walk along rows.
inline bool gridCovers(const Facts& facts) {
  const bool turned = facts.traceable() && facts.inRows == facts.cols && facts.inCols == facts.rows;
  const std::uint64_t rows = turned ? facts.inRows : facts.rows, cols = turned ? facts.inCols : facts.cols;
  for (const Launch& launch : facts.launches)
    if (launch.grid[0] * launch.block[0] >= cols && launch.grid[1] * launch.block[1] >= rows) return true;
  return false;
}

/// The launch axis whose blocks cover exactly `written` rows or columns: then the grid is too small, not the kernel too
/// careful. A block is as wide as its threads, or as `side`.
inline std::optional<GridEnd> gridEndsAt(const Facts& facts, std::size_t written, std::size_t side) {
  if (gridCovers(facts)) return std::nullopt;
  for (const Launch& launch : facts.launches)
    for (const std::uint64_t width : {launch.block[0], launch.block[1], std::uint64_t{side}})
      for (const std::uint64_t blocks : launch.grid)
        if (width > 1 && blocks * width == written) return GridEnd{blocks, width, launch.grid};
  return std::nullopt;
}

/// Why a grid whose threads cover `total` along an axis wrote only `written`: an index that leaves out the block's size
/// ends where block and thread numbers add up to; one of block numbers alone ends at the number of blocks. Empty when
/// neither is so, or a launch is not known to cover it.
inline std::string indexEndsAt(const Facts& facts, std::size_t written, std::size_t total) {
  for (const Launch& launch : facts.launches)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::uint64_t blocks = launch.grid[axis], width = launch.block[axis];
      if (width < 2 || blocks < 2 || blocks * width < total) continue;
      const char* const letter = axis == 0 ? "x" : axis == 1 ? "y" : "z";
      const std::string own = std::string(": the index lacks its factor blockDim.") + letter;
      if (written == blocks + width - 1)
        return ", where blockIdx." + std::string(letter) + " + threadIdx." + letter + " ends in " +
               counted(blocks, "block") + " of " + number(width) + own;
      if (written == blocks)
        return ", as many as there are blocks of " + number(width) + own + ", or threadIdx." + letter;
    }
  return "";
}

/// Every index f(cell) mod `period` decides alone whether a cell is a hole.
struct Periodic {
  std::size_t period = 0;
  std::vector<std::uint8_t> hole;  // by remainder

  std::size_t holes() const { return static_cast<std::size_t>(std::count(hole.begin(), hole.end(), std::uint8_t{1})); }
  std::size_t written() const { return period - holes(); }
  /// The first remainder that is written, or that is a hole.
  std::size_t first(bool wanted) const {
    return static_cast<std::size_t>(std::find(hole.begin(), hole.end(), wanted ? 1 : 0) - hole.begin());
  }
  /// Whether the written remainders follow each other.
  bool oneRun() const {
    std::size_t changes = 0;
    for (std::size_t i = 0; i < period; ++i) changes += hole[i] != hole[(i + 1) % period] ? 1 : 0;
    return changes == 2;
  }
};

/// The smallest period of the holes along `index`, which maps cells to 0 … count - 1. At least three periods must fit.
template <class Index>
std::optional<Periodic> periodOf(const Facts& facts, const Holes& holes, std::size_t count, Index index) {
  // Only holes, or none, have no period, and every one would be tried to the end.
  bool anyHole = false, anyWritten = false;
  for (std::size_t cell = 0; cell < facts.total() && !(anyHole && anyWritten); ++cell) {
    if (holes.mayBeEither(cell)) continue;
    (holes.at(cell) ? anyHole : anyWritten) = true;
  }
  if (!anyHole || !anyWritten) return std::nullopt;
  std::vector<std::size_t> periods;
  for (std::size_t k = 2; k <= 64; ++k) periods.push_back(k);
  for (const std::size_t k : {std::size_t{96}, std::size_t{128}, std::size_t{256}, std::size_t{512}, std::size_t{1024}})
    periods.push_back(k);
  for (const std::size_t k : periods) {
    if (k * 3 > count) break;
    constexpr std::uint8_t unseen = 2;
    Periodic found{k, std::vector<std::uint8_t>(k, unseen)};
    bool uniform = true;
    for (std::size_t cell = 0; cell < facts.total() && uniform; ++cell) {
      if (holes.mayBeEither(cell)) continue;
      std::uint8_t& state = found.hole[index(cell) % k];
      const std::uint8_t now = holes.at(cell) ? 1 : 0;
      if (state == unseen) state = now;
      uniform = state == now;
    }
    uniform = uniform && std::count(found.hole.begin(), found.hole.end(), unseen) == 0;
    if (uniform && found.holes() > 0 && found.written() > 0) return found;
  }
  return std::nullopt;
}

}  // namespace exercise
