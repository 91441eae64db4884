#pragma once
// low-bits: every written wrong cell is within 2^-10 of the right value, so the logic is right and precision was lost.
// ULP: how many representable numbers lie between the two.
#include <cstring>

#include "exercise/classify/explanation.h"

namespace exercise {

namespace detail {

/// The place of a float among all floats in ascending order.
inline std::int64_t ordinal(double value, ElementType type) {
  if (type == ElementType::f32) {
    const float narrow = static_cast<float>(value);
    std::int32_t bits;
    std::memcpy(&bits, &narrow, sizeof bits);
    return bits >= 0 ? bits : std::int64_t{INT32_MIN} - bits;
  }
  std::int64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits >= 0 ? bits : INT64_MIN - bits;
}

}  // namespace detail

inline Explained lowBits(const Facts& facts) {
  if (facts.type != ElementType::f32 && facts.type != ElementType::f64) return std::nullopt;
  std::uint64_t most = 0;
  std::size_t cells = 0, worst = 0;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (!facts.wrong[cell] || facts.unwritten[cell]) continue;
    const double got = facts.got[cell], expected = facts.expected[cell];
    if (!(std::fabs(got - expected) <= std::fabs(expected) / 1024)) return std::nullopt;
    const std::int64_t apart = detail::ordinal(got, facts.type) - detail::ordinal(expected, facts.type);
    const std::uint64_t ulps = static_cast<std::uint64_t>(apart < 0 ? -apart : apart);
    if (ulps > most) {
      most = ulps;
      worst = cell;
    }
    ++cells;
  }
  if (cells == 0) return std::nullopt;
  return Explanation{"low-bits",
                     "off only in the low bits: " + counted(cells, "cell") + " by at most " + number(most) +
                         " ULP (worst at row " + number(facts.row(worst)) + ", column " + number(facts.col(worst)) +
                         "): precision, not logic",
                     "day 50", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}

}  // namespace exercise
