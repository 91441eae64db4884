#pragma once
// nothing-written: every cell still holds the poison, or what it held before. The kernel never ran, or wrote elsewhere.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained nothingWritten(const Facts& facts) {
  for (const std::uint8_t untouched : facts.kept.empty() ? facts.unwritten : facts.kept)
    if (!untouched) return std::nullopt;
  const std::string size =
      facts.shape.rank == 1 ? "" : std::to_string(facts.rows) + " x " + std::to_string(facts.cols) + " ";
  const std::string output = size + "output ";
  std::string headline = facts.total() == 1 ? "nothing was written: the one cell of the " + output +
                                                  "still holds what it held before the call"
                                            : "nothing was written: all " + number(facts.total()) + " cells of the " +
                                                  output + "still hold what they held before the call";
  if (facts.launchesKnown) {
    headline += facts.launches.empty()
                    ? "; solve() launched no kernel"
                    : "; solve() launched " + counted(facts.launches.size(), "kernel") + ", which wrote none of them";
  }
  return Explanation{"nothing-written", headline, "day 3", facts.wrong};
}

}  // namespace exercise
