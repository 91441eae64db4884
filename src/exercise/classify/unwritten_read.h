#pragma once
// unwritten-read: initcheck saw global memory read that nobody had written, and the cells hold what comes of it: NaN
// where numbers are floating (the poison is a NaN), anything where they are whole.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained unwrittenRead(const Facts& facts) {
  if (!facts.unwrittenGlobalReadFound) return std::nullopt;
  const bool floating =
      facts.type == ElementType::f16 || facts.type == ElementType::f32 || facts.type == ElementType::f64;
  const std::vector<std::uint8_t> explained = cellsWhere(facts, [&](std::size_t cell) {
    return !facts.unwritten[cell] && (!floating || !std::isfinite(facts.got[cell]));
  });
  const Box box = boundingBox(facts, explained);
  if (box.cells == 0) return std::nullopt;
  const std::string where = facts.unwrittenGlobalReadAt.empty() ? "the kernel" : facts.unwrittenGlobalReadAt;
  return Explanation{"unwritten-read",
                     where + " reads device memory that nobody has written, and " + counted(box.cells, "cell") + " (" +
                         box.str() + ")" + (box.cells == 1 ? " depends" : " depend") +
                         " on it; write it first, or do not read past what was written",
                     "day 4", explained};
}

}  // namespace exercise
