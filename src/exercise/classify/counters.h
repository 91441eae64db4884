#pragma once
// Faults of counting and of keeping sums: lost updates, counters too narrow, a sum that is not cleared.
#include "exercise/classify/folds.h"

namespace exercise {

namespace detail {

/// Every wrong count is too small, and none is below `least`.
inline Explained tooSmallCounts(const Facts& facts, double least) {
  if (!hasTerms(facts) || facts.relation->terms.fold != Fold::sum) return std::nullopt;
  TermsOf terms(facts);
  double lost = 0, all = 0;
  std::size_t most = 0;  // updates of one count
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    for (const Term& term : terms.at(cell))
      if (term.value < 0) return std::nullopt;
    if (!facts.wroteWrong(cell)) continue;
    if (!(facts.got[cell] >= least) || !(facts.got[cell] < facts.expected[cell])) return std::nullopt;
    most = std::max(most, terms.at(cell).size());
    lost += facts.expected[cell] - facts.got[cell];
    all += facts.expected[cell];
  }
  if (lost == 0) return std::nullopt;
  return Explanation{
      "lost-updates",
      "updates were lost: " + (facts.raceMissing.empty() ? "an atomic or a barrier is missing" : facts.raceMissing) +
          ", and one count gets up to " + counted(most, "update") + "; all wrong counts are too small, by " +
          valueText(lost) + " of " + valueText(all) + " together",
      "day 26", writtenWrong(facts)};
}

}  // namespace detail

/// lost-updates: counts are too small and a race was seen, or they differ between two orders.
inline Explained lostUpdates(const Facts& facts) {
  bool differs = facts.raceFound;
  for (std::size_t cell = 0; cell < facts.again.size(); ++cell)
    differs = differs || facts.again[cell] != facts.got[cell];
  return differs ? detail::tooSmallCounts(facts, 0) : std::nullopt;
}

/// The same in every order, as when lanes of one warp change a count in step: one update of each step survives, so no
/// count is 0. Tried after the sums of which a part is missing.
inline Explained lostUpdatesInStep(const Facts& facts) { return detail::tooSmallCounts(facts, 1); }

/// integer-overflow: each wrong value is the right one less a multiple of 2^8, 2^16 or 2^32.
inline Explained integerOverflow(const Facts& facts) {
  if (facts.type == ElementType::f32 || facts.type == ElementType::f64 || facts.type == ElementType::f16)
    return std::nullopt;
  for (const int bits : {8, 16, 32}) {
    const double wrap = std::ldexp(1.0, bits);
    std::size_t cells = 0;
    bool fits = true;
    for (std::size_t cell = 0; cell < facts.total() && fits; ++cell) {
      if (!facts.wroteWrong(cell)) {
        fits = !facts.right(cell) || std::fabs(facts.expected[cell]) < wrap;
        continue;
      }
      const double off = (facts.expected[cell] - facts.got[cell]) / wrap;
      fits = off == std::floor(off) && std::fabs(facts.got[cell]) < wrap && std::fabs(facts.expected[cell]) >= wrap / 2;
      ++cells;
    }
    if (!fits || cells == 0) continue;
    return Explanation{"integer-overflow",
                       "a counter of " + std::to_string(bits) + " bits overflowed: " + counted(cells, "wrong cell") +
                           (cells == 1 ? " is" : " are") + " off by multiples of " + valueText(wrap) +
                           ", and no value that fits is wrong",
                       "day 26", writtenWrong(facts)};
  }
  return std::nullopt;
}

/// accumulator-not-reset: each wrong cell also holds what the same thread left in the cell before.
inline Explained accumulatorNotReset(const Facts& facts) {
  std::vector<std::size_t> strides{facts.cols, 1};
  for (const Launch& launch : facts.launches)
    strides.push_back(static_cast<std::size_t>(launch.blocks() * launch.threads()));
  for (const std::size_t size : blockSizes(facts)) {
    strides.push_back(size);
    strides.push_back(size * facts.cols);
  }
  for (const std::size_t stride : strides) {
    std::size_t cells = 0;
    bool fits = stride < facts.total();
    for (std::size_t cell = 0; cell < facts.total() && fits; ++cell) {
      if (!facts.wroteWrong(cell)) continue;
      fits = cell >= stride && facts.wrong[cell] && !facts.unwritten[cell - stride] &&
             (facts.holds(cell, facts.expected[cell] + facts.got[cell - stride]) ||
              std::fabs(facts.got[cell] - facts.expected[cell] - facts.got[cell - stride]) <=
                  facts.slack(cell, facts.got[cell]) + facts.slack(cell - stride, facts.got[cell - stride]));
      ++cells;
    }
    if (!fits || cells < 2) continue;
    const std::string where =
        stride == facts.cols && facts.rows > 1 ? "the row above" : counted(stride, "cell") + " before";
    return Explanation{"accumulator-not-reset",
                       "the sum is not cleared between two results: each of the " + counted(cells, "wrong cell") +
                           " is the right value plus what was left " +
                           (stride == facts.cols && facts.rows > 1 ? "in " : "") + where,
                       "day 16", writtenWrong(facts)};
  }
  return std::nullopt;
}

/// wrong-identity: a maximum that starts from 0 stays there when every element is below it.
inline Explained wrongIdentity(const Facts& facts) {
  if (!hasTerms(facts) || facts.relation->terms.fold != Fold::maximum) return std::nullopt;
  TermsOf terms(facts);
  std::size_t cells = 0;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (!facts.wroteWrong(cell)) continue;
    if (facts.got[cell] != 0 || !(facts.expected[cell] < 0)) return std::nullopt;
    ++cells;
  }
  if (cells == 0) return std::nullopt;
  return Explanation{"wrong-identity",
                     "the maximum starts at 0: " + counted(cells, "cell") + (cells == 1 ? " holds" : " hold") +
                         " 0 though all elements are below it; start from the first element or from -infinity",
                     "day 23", writtenWrong(facts)};
}

/// off-by-one-result: a single number that is one too large or too small.
inline Explained offByOneResult(const Facts& facts) {
  if (facts.total() != 1 || !facts.wroteWrong(0)) return std::nullopt;
  if (facts.type == ElementType::f32 || facts.type == ElementType::f64 || facts.type == ElementType::f16)
    return std::nullopt;
  const double off = facts.got[0] - facts.expected[0];
  if (std::fabs(off) != 1) return std::nullopt;
  return Explanation{"off-by-one-result",
                     "the number is off by one: " + valueText(facts.got[0]) + " where " + valueText(facts.expected[0]) +
                         " is right" + (off < 0 ? "; a last index is not a count" : ""),
                     "day 31", facts.wrong};
}

}  // namespace exercise
