#pragma once
// low-bits: every written wrong cell is within 2^-10 of the right value, so the logic is right and precision was lost.
// Where the day says what a cell's rounding errors are measured against (the sum of its terms' absolute values), 2^-9
// of that. ULP: how many representable numbers lie between the two.
#include <algorithm>
#include <cstring>

#include "exercise/classify/explanation.h"

namespace exercise {

namespace detail {

/// The place of a float among all floats of its type in ascending order.
inline std::int64_t ordinal(double value, ElementType type) {
  const auto placed = [](auto bits, std::int64_t least) { return bits >= 0 ? std::int64_t{bits} : least - bits; };
  if (type == ElementType::f16) return placed(static_cast<std::int16_t>(halfOf(value)), INT16_MIN);
  if (type == ElementType::f32) {
    const float narrow = static_cast<float>(value);
    std::int32_t bits;
    std::memcpy(&bits, &narrow, sizeof bits);
    return placed(bits, INT32_MIN);
  }
  std::int64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return placed(bits, INT64_MIN);
}

/// The bits of the significand that survived: -log2 of the largest error over what it is measured against.
inline int bitsKept(double largestError) {
  return largestError > 0 ? static_cast<int>(std::floor(-std::log2(largestError))) : 53;
}

/// The narrower format whose significand is about as long, a bit or two lost in adding up; empty where none is.
inline std::string formatOf(int bits, ElementType type) {
  if (type == ElementType::f64 && bits >= 21 && bits <= 25) return ", and a float keeps 24";
  if (type != ElementType::f16 && bits >= 9 && bits <= 12) return ", and a half keeps 11";
  return "";
}

}  // namespace detail

inline Explained lowBits(const Facts& facts) {
  if (facts.type != ElementType::f32 && facts.type != ElementType::f64 && facts.type != ElementType::f16)
    return std::nullopt;
  std::vector<std::uint64_t> apart;
  std::uint64_t most = 0;
  std::size_t worst = 0;
  double largest = 0;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (!facts.wroteWrong(cell)) continue;
    const double got = facts.got[cell], expected = facts.expected[cell];
    const double measure = facts.scale.empty() ? std::fabs(expected) : facts.scale[cell];
    if (!(std::fabs(got - expected) <= measure / (facts.scale.empty() ? 1024 : 512))) return std::nullopt;
    if (measure > 0) largest = std::max(largest, std::fabs(got - expected) / measure);
    const std::int64_t distance = detail::ordinal(got, facts.type) - detail::ordinal(expected, facts.type);
    apart.push_back(static_cast<std::uint64_t>(distance < 0 ? -distance : distance));
    if (apart.back() <= most) continue;
    most = apart.back();
    worst = cell;
  }
  if (apart.empty()) return std::nullopt;
  std::nth_element(apart.begin(), apart.begin() + static_cast<std::ptrdiff_t>(apart.size() / 2), apart.end());
  const std::uint64_t median = apart[apart.size() / 2];
  return Explanation{"low-bits",
                     "off only in the low bits: " + counted(apart.size(), "cell") + " by at most " + number(most) +
                         " ULP (worst at " + cellWords(facts, worst) + "), half of them by " + number(median) +
                         " or less; " + std::to_string(detail::bitsKept(largest)) + " bits are right" +
                         detail::formatOf(detail::bitsKept(largest), facts.type) + ": precision, not logic",
                     "day 50", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}

}  // namespace exercise
