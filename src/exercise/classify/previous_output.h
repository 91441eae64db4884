#pragma once
// previous-output: the cells hold the answer to the previous call's inputs. The call read a copy it had kept.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained previousOutput(const Facts& facts) {
  if (facts.previous.empty()) return std::nullopt;
  for (std::size_t cell = 0; cell < facts.total(); ++cell)
    if (facts.wrong[cell] && (facts.unwritten[cell] || !(facts.got[cell] == facts.previous[cell]))) return std::nullopt;
  const std::size_t count = facts.wrongCount();
  return Explanation{"previous-output",
                     "the output does not follow the input: " + counted(count, "wrong cell") +
                         (count == 1 ? " holds" : " hold") + " what the previous call left for other inputs",
                     "day 4", facts.wrong};
}

}  // namespace exercise
