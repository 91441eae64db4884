#pragma once
// one-thread-a-block: only one element of each block was written, at the same place in all. In two directions the block
// is at least 2 x 2; along the elements of the input it has a multiple of 32 threads, for shorter distances are every
// k-th.
#include "exercise/classify/hole_shapes.h"

namespace exercise {

inline Explained oneThreadABlock(const Facts& facts) {
  const Holes holes(facts);
  if (holes.count() == 0 || holes.count() * 4 < facts.total() * 3) return std::nullopt;
  const auto explained = [&] { return cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); }); };

  // Two directions: the first written cell is one corner, the next in its row and in its column give the distances.
  std::size_t corner = 0;
  while (corner < facts.total() && holes.at(corner)) ++corner;
  if (corner == facts.total()) return std::nullopt;
  const std::size_t row = facts.row(corner), col = facts.col(corner);
  std::size_t down = row + 1, across = col + 1;
  while (down < facts.rows && holes.at(down * facts.cols + col)) ++down;
  while (across < facts.cols && holes.at(row * facts.cols + across)) ++across;
  const std::size_t rowStep = down - row, colStep = across - col;
  const bool both = down < facts.rows && across < facts.cols && rowStep >= 2 && colStep >= 2;
  if (both && row < rowStep && col < colStep && holes.areExactly([&](std::size_t cell) {
        return facts.row(cell) % rowStep != row || facts.col(cell) % colStep != col;
      })) {
    return Explanation{"one-thread-a-block",
                       "one element a block: only row " + number(row) + ", column " + number(col) + " of each " +
                           std::to_string(rowStep) + " x " + std::to_string(colStep) + " block was written, " +
                           counted(holes.count(), "cell") + " " + holes.verb(true),
                       "day 2", explained()};
  }

  const auto along = [&](auto index, const std::string& whose) -> Explained {
    const std::optional<Periodic> period = periodOf(facts, holes, facts.total(), index);
    if (!period || period->written() != 1 || period->period % 32 != 0) return std::nullopt;
    return Explanation{"one-thread-a-block",
                       "one element a block: only element " + number(period->first(false)) + " of every " +
                           number(period->period) + " of the " + whose + " was written, " +
                           counted(holes.count(), "cell") + " " + holes.verb(true),
                       "day 2", explained()};
  };
  if (facts.traceable()) {
    if (Explained found = along([&](std::size_t cell) { return facts.expectedSource[cell]; }, "input")) return found;
  }
  return along([](std::size_t cell) { return cell; }, "output");
}

}  // namespace exercise
