#pragma once
// outside-access: memcheck saw an access outside every buffer, and no class that predicts values fits the wrong cells:
// what they lack was stored, or read, out there. Holes are explained by it before their shape is looked at.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained outsideAccess(const Facts& facts) {
  if (!facts.outsideFound) return std::nullopt;
  const std::size_t wrong = facts.wrongCount();
  return Explanation{"outside-access",
                     "an index leads outside its buffer" + (facts.outsideAt.empty() ? "" : " at " + facts.outsideAt) +
                         ": what " + counted(wrong, "wrong cell") + (wrong == 1 ? " lacks" : " lack") +
                         " was stored or looked for there; print the index, negative ones and those past the end",
                     "day 5", facts.wrong};
}

}  // namespace exercise
