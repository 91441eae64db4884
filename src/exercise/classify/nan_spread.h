#pragma once
// nan-spread: cells hold NaN or infinity where a finite number was expected, and nobody's poison. The inputs hold none,
// so it was computed, or read from memory that nobody wrote.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained nanSpread(const Facts& facts) {
  const std::vector<std::uint8_t> explained = cellsWhere(facts, [&](std::size_t cell) {
    return !facts.unwritten[cell] && !std::isfinite(facts.got[cell]) && std::isfinite(facts.expected[cell]);
  });
  const Box box = boundingBox(facts, explained);
  if (box.cells == 0) return std::nullopt;
  std::size_t first = 0;
  while (!explained[first]) ++first;
  return Explanation{"nan-spread",
                     "NaN or infinity in " + counted(box.cells, "cell") + ", first at " + cellWords(facts, first) +
                         ", all within " + box.str() + "; the input has none",
                     "day 50", explained};
}

}  // namespace exercise
