#pragma once
// Faults of rearrangements that must neither lose nor repeat: compactions and sorts.
#include <algorithm>

#include "exercise/classify/sorts.h"

namespace exercise {

namespace detail {

inline bool isKept(const Facts& facts) { return facts.meaning() == Meaning::kept; }

/// Elements that a right output holds, in their order.
inline std::vector<double> wanted(const Facts& facts) {
  std::vector<double> out = facts.expected;
  if (isKept(facts)) out.resize(facts.relation->used);
  return out;
}

/// What was written into the part of the output that counts.
inline std::vector<double> written(const Facts& facts) {
  std::vector<double> out;
  const std::size_t used = isKept(facts) ? facts.relation->used : facts.total();
  for (std::size_t cell = 0; cell < used; ++cell)
    if (!facts.unwritten[cell]) out.push_back(facts.got[cell]);
  return out;
}

inline bool rearranges(const Facts& facts) {
  return isKept(facts) || facts.meaning() == Meaning::sorted || facts.meaning() == Meaning::carried;
}

}  // namespace detail

/// complement-kept: the elements that should have gone, in order.
inline Explained complementKept(const Facts& facts) {
  if (!detail::isKept(facts)) return std::nullopt;
  std::vector<double> gone;
  for (std::size_t i = 0; i < facts.relation->input.size(); ++i)
    if (!facts.relation->passes[i]) gone.push_back(facts.relation->input[i]);
  const std::size_t compared = std::min(gone.size(), facts.relation->used);
  if (compared < 2) return std::nullopt;
  for (std::size_t i = 0; i < compared; ++i)
    if (facts.got[i] != gone[i]) return std::nullopt;
  return Explanation{"complement-kept",
                     "the wrong half was kept: the output holds the " + counted(gone.size(), "element") +
                         " that fail the test, in order",
                     "day 31", facts.wrong};
}

/// extra-elements-kept: the right elements in order, with others between them.
inline Explained extraKept(const Facts& facts) {
  if (!detail::isKept(facts)) return std::nullopt;
  const std::vector<double>& in = facts.relation->input;
  std::size_t at = 0, extra = 0;
  double value = 0;
  bool alike = true;
  for (std::size_t cell = 0; cell < facts.relation->used; ++cell) {
    // Everything that passes has to be there; an element that fails may be.
    while (at < in.size() && in[at] != facts.got[cell]) {
      if (facts.relation->passes[at]) return std::nullopt;
      ++at;
    }
    if (at == in.size()) return std::nullopt;
    if (!facts.relation->passes[at]) {
      alike = alike && (extra == 0 || in[at] == value);
      value = in[at];
      ++extra;
    }
    ++at;
  }
  if (extra == 0) return std::nullopt;
  return Explanation{"extra-elements-kept",
                     "elements were kept that fail the test: " + number(extra) + " among the first " +
                         number(facts.relation->used) + (alike ? ", all of them " + valueText(value) : "") +
                         "; the test lets the boundary through",
                     "day 31", facts.wrong};
}

/// gaps-left: each element stands where it stood in the input, with gaps where others were dropped.
inline Explained gapsLeft(const Facts& facts) {
  if (!detail::isKept(facts)) return std::nullopt;
  std::size_t inPlace = 0, gaps = 0;
  for (std::size_t cell = 0; cell < facts.relation->used; ++cell) {
    if (facts.relation->passes[cell]) {
      if (facts.got[cell] != facts.relation->input[cell]) return std::nullopt;
      ++inPlace;
    } else {
      if (!facts.unwritten[cell] && facts.got[cell] != 0) return std::nullopt;
      ++gaps;
    }
  }
  if (inPlace == 0 || gaps == 0) return std::nullopt;
  return Explanation{"gaps-left",
                     "nothing was moved together: each kept element stands at its old index, with " +
                         counted(gaps, "gap") + " among the first " + number(facts.relation->used),
                     "day 31", facts.wrong};
}

/// elements-lost: some places were never written although every element was due to go somewhere: two threads wrote to
/// one place, so one of them is lost.
inline Explained elementsLost(const Facts& facts) {
  if (!detail::rearranges(facts)) return std::nullopt;
  const std::vector<double> wanted = detail::sortedCopy(detail::wanted(facts)),
                            there = detail::sortedCopy(detail::written(facts));
  const std::size_t holes = wanted.size() - there.size();
  // Without a hole, a race explains a lost element better: order-dependent has the floor.
  if (holes == 0 && (facts.raceFound || !facts.again.empty())) {
    for (std::size_t cell = 0; cell < facts.again.size(); ++cell)
      if (facts.again[cell] != facts.got[cell]) return std::nullopt;
    if (facts.raceFound) return std::nullopt;
  }
  std::vector<double> lost;
  std::set_difference(wanted.begin(), wanted.end(), there.begin(), there.end(), std::back_inserter(lost));
  std::vector<double> extra;
  std::set_difference(there.begin(), there.end(), wanted.begin(), wanted.end(), std::back_inserter(extra));
  if (lost.empty()) return std::nullopt;
  // Whatever is there too often or too rarely has to be an element of the input: other values are another fault.
  const std::vector<double> input = detail::sortedCopy(facts.relation->input);
  for (const double value : extra)
    if (!std::binary_search(input.begin(), input.end(), value)) return std::nullopt;
  // Everything after one index missing is a tail that nobody wrote, for which there are classes of their own.
  std::size_t firstHole = 0, after = 0;
  while (firstHole < facts.total() && !facts.unwritten[firstHole]) ++firstHole;
  for (std::size_t cell = firstHole; cell < wanted.size(); ++cell) after += facts.unwritten[cell];
  if (holes > 0 && extra.empty() && after == wanted.size() - firstHole && facts.wrongCount() == holes)
    return std::nullopt;
  return Explanation{"elements-lost",
                     counted(lost.size(), "element") + (lost.size() == 1 ? " is" : " are") + " lost (the first is " +
                         valueText(lost[0]) + ")" +
                         (extra.empty() ? "" : " and " + counted(extra.size(), "element") + " too many") +
                         (holes > 0 ? ", and " + counted(holes, "place") + (holes == 1 ? " was" : " were") +
                                          " never written: several elements were sent to one place"
                                    : ": some elements are at several places, others at none"),
                     "day 31", facts.wrong};
}

namespace detail {

/// All elements are there, each once, in another order.
inline Explained anotherOrder(const Facts& facts) {
  const std::vector<double> wanted = detail::wanted(facts), there = detail::written(facts);
  if (there.size() != wanted.size() || detail::sortedCopy(wanted) != detail::sortedCopy(there)) return std::nullopt;
  std::size_t first = 0;
  while (first < wanted.size() && !facts.wrong[first]) ++first;
  return Explanation{"order-lost",
                     "the right elements in another order: all " + number(wanted.size()) + " are there, " +
                         number(facts.wrongCount()) + " of them at another index, the first at " + number(first) +
                         "; places are given out in the order of arrival",
                     "day 31", facts.wrong};
}

}  // namespace detail

/// order-lost: a compaction holds the right elements in another order. Without a race that is how places by an atomic
/// come out, however the orders differ.
inline Explained orderLost(const Facts& facts) {
  return detail::isKept(facts) && !facts.raceFound ? detail::anotherOrder(facts) : std::nullopt;
}

/// The same of sorts, and beside a race: tried after what else may be said of them.
inline Explained orderLostAnyhow(const Facts& facts) {
  const bool saidBefore = detail::isKept(facts) && !facts.raceFound;
  return detail::rearranges(facts) && !saidBefore ? detail::anotherOrder(facts) : std::nullopt;
}

}  // namespace exercise
