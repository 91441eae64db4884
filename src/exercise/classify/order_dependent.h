#pragma once
// order-dependent: the same input gave another answer when blocks and warps ran in another order, or racecheck saw two
// threads use one cell with nothing between them.
//
// Offsets of rows that are the same in every order are another matter: rows that start at wrong places run into each
// other, and the race is what the offsets did. There the race has the last word, not the first.
#include <algorithm>

#include "exercise/classify/explanation.h"

namespace exercise {

namespace detail {

/// The cause, as far as it is known: what would have ordered the accesses. Where racecheck saw every access and no two
/// threads of a launch meet, the launches and copies themselves are out of order.
inline std::string missingOrder(const Facts& facts) {
  // Threads past an edge write into their neighbors' rows, in any order: the guard comes first.
  if (facts.outsideFound) {
    const std::string text = "a guard is missing" + (facts.outsideAt.empty() ? "" : " at " + facts.outsideAt) +
                             ": some accesses fell outside their buffers";
    for (const Launch& launch : facts.launches) {
      if (facts.shape.rank == 3) break;
      const std::uint64_t x = launch.block[0], y = launch.block[1];
      if (y == 1 ? facts.rows != 1 || facts.cols % x == 0 : facts.cols % x == 0 && facts.rows % y == 0) continue;
      return text + ", where blocks of " + number(x) + (y == 1 ? "" : " x " + number(y)) + " do not divide " +
             facts.shape.str();
    }
    return text;
  }
  if (facts.raceFound && !facts.raceMissing.empty()) return facts.raceMissing;
  if (facts.raceFound || !facts.launchesKnown) return "a barrier or an atomic is missing";
  std::vector<std::uint64_t> streams;
  for (const Launch& launch : facts.launches)
    if (std::find(streams.begin(), streams.end(), launch.stream) == streams.end()) streams.push_back(launch.stream);
  if (streams.size() > 1)
    return "an event or a wait is missing: the launches are in " + number(streams.size()) +
           " streams, and one needs what another leaves";
  return "no two threads of one launch race, so look at what orders launches and copies (a stream that should wait), "
         "or at who comes first at an atomic";
}

/// `last`: asked after all other classes of offsets.
inline Explained orderMatters(const Facts& facts, bool last) {
  std::size_t differ = 0, rightBefore = 0;
  for (std::size_t cell = 0; cell < facts.again.size(); ++cell) {
    const double first = facts.got[cell], second = facts.again[cell];
    if (first == second || (std::isnan(first) && std::isnan(second))) continue;
    // Another order of adding changes the last bits of a sum, and is no race.
    const double size = std::max(std::fabs(first), facts.scale.empty() ? 0 : facts.scale[cell]);
    if (!facts.raceFound && !facts.scale.empty() && std::fabs(first - second) <= 1e-3 * size) continue;
    ++differ;
    if (second == facts.expected[cell]) ++rightBefore;
  }
  if (differ == 0 && !facts.raceFound) return std::nullopt;
  const bool elsewhere = differ == 0 && facts.meaning() == Meaning::rowOffsets;
  if (elsewhere != last) return std::nullopt;
  const std::string wrong = counted(facts.wrongCount(), "cell") + " wrong";
  if (differ == 0) {
    return Explanation{"order-dependent",
                       (facts.raceMissing.empty() ? "a barrier or an atomic is missing" : facts.raceMissing) +
                           ": two threads use one cell in any order (" + wrong + ")",
                       "day 14", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
  }
  std::string headline = detail::missingOrder(facts) +
                         "; the answer depends on the order in which blocks and warps run: with the same input, " +
                         counted(differ, "cell") + " differ" + (differ == 1 ? "s" : "") + " between two runs";
  if (rightBefore > 0)
    headline += ", and " + number(rightBefore) + (rightBefore == 1 ? " was" : " were") + " right in the other one";
  if (facts.answers > 1)
    headline += " (" + number(facts.orders) + " orders gave " + number(facts.answers) + " answers)";
  return Explanation{"order-dependent", headline, facts.outsideFound ? "day 5" : "day 14",
                     cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}

}  // namespace detail

inline Explained orderDependent(const Facts& facts) { return detail::orderMatters(facts, false); }

/// What is left to say of offsets when no class of theirs fits.
inline Explained orderDependentAnyhow(const Facts& facts) { return detail::orderMatters(facts, true); }

}  // namespace exercise
