#pragma once
// written-zero: cells hold 0 where another value was expected, and the zeros form none of the shapes tried before.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained writtenZero(const Facts& facts) {
  const std::vector<std::uint8_t> explained = cellsWhere(facts, [&](std::size_t cell) {
    return !facts.unwritten[cell] && facts.got[cell] == 0 && facts.expected[cell] != 0;
  });
  const Box box = boundingBox(facts, explained);
  if (box.cells == 0) return std::nullopt;
  const bool all = box.cells == facts.total();
  return Explanation{
      "written-zero",
      (all ? "every cell was written, and holds 0: " + counted(box.cells, "cell")
           : counted(box.cells, "cell") + " of " + number(facts.total()) + (box.cells == 1 ? " holds" : " hold") +
                 " 0 where the input has no 0, all within " + box.str()),
      "day 4", explained};
}

}  // namespace exercise
