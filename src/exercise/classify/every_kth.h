#pragma once
// every-kth-element: one of every k elements was written, or one of every k was left out: along rows, columns, the
// output or the input.
#include "exercise/classify/hole_shapes.h"

namespace exercise {

inline Explained everyKthElement(const Facts& facts) {
  const Holes holes(facts);
  const auto along = [&](std::size_t count, auto index, const std::string& what) -> Explained {
    const std::optional<Periodic> period = periodOf(facts, holes, count, index);
    if (!period || (period->written() != 1 && period->holes() != 1)) return std::nullopt;
    const bool alone = period->written() == 1;
    const std::string which = number(period->first(!alone));
    return Explanation{"every-kth-element",
                       "of every " + number(period->period) + " " + what + (alone ? " only number " : " number ") +
                           which + (alone ? " was written" : " " + holes.verb(false)) +
                           " (counting from 0): " + counted(holes.count(), "cell") +
                           (alone ? " " + holes.verb(holes.count() > 1) : "") + "; a stride skips elements",
                       "day 7", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
  };
  const std::size_t plane = facts.shape.rank == 3 ? facts.shape.extent[1] * facts.cols : facts.total();
  if (facts.shape.rank == 3) {
    if (Explained found = along(
            facts.shape.extent[0], [&](std::size_t cell) { return cell / plane; }, "planes"))
      return found;
    if (Explained found = along(
            facts.shape.extent[1], [&](std::size_t cell) { return cell % plane / facts.cols; }, "rows of each plane"))
      return found;
  }
  if (Explained found = along(
          facts.rows, [&](std::size_t cell) { return facts.row(cell); }, "rows"))
    return found;
  if (Explained found = along(
          facts.cols, [&](std::size_t cell) { return facts.col(cell); }, "columns"))
    return found;
  if (facts.traceable()) {
    const auto source = [&](std::size_t cell) { return facts.expectedSource[cell]; };
    if (Explained found = along(facts.total(), source, "elements of the input")) return found;
  }
  return along(
      facts.total(), [](std::size_t cell) { return cell; }, "elements of the output");
}

}  // namespace exercise
