#pragma once
// Inputs by seed. Whole numbers where exactness can be asked: any order of adding them gives the same bits, and a
// missing term shows. Real numbers where rounding is the point: they cancel, some are tiny or zero, one is large.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/values.h"

namespace exercise {

/// A sequence of draws.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  /// 0 … count - 1.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(splitmix64(state_) % count); }
  /// [0, 1), 53 bits.
  double unit() { return static_cast<double>(splitmix64(state_) >> 11) * (1.0 / 9007199254740992.0); }

 private:
  std::uint64_t state_;
};

/// `count` whole numbers, none of them 0, with |x| <= `most`, of both signs.
inline std::vector<double> wholeNumbers(std::uint64_t seed, std::size_t count, std::size_t most) {
  Draw draw(seed);
  std::vector<double> out(count);
  for (double& value : out) {
    const double size = static_cast<double>(1 + draw.below(most));
    value = draw.below(2) == 0 ? size : -size;
  }
  return out;
}

/// The largest whole number so that `terms` of them add up exactly as floats, in any order: the sum stays below 2^24.
inline std::size_t mostForExactSum(std::size_t terms) {
  return std::max<std::size_t>(1, ((std::size_t{1} << 24) - 1) / std::max<std::size_t>(terms, 1));
}

/// `count` real numbers as floats hold them, in [-1, 1] but for one of 2,000: pairs that nearly cancel, zeros, and
/// values near 1e-12.
inline std::vector<double> awkwardReals(std::uint64_t seed, std::size_t count) {
  Draw draw(seed);
  std::vector<double> out(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t kind = draw.below(16);
    const double value = 2 * draw.unit() - 1;
    if (kind == 0)
      out[i] = 0;
    else if (kind == 1)
      out[i] = value * 1e-12;
    else if (kind < 6 && i > 0)
      out[i] = -out[i - 1] * (1 + value / 1024);
    else
      out[i] = value;
  }
  if (count > 3) out[draw.below(count)] = 2000;
  for (double& value : out) value = static_cast<double>(static_cast<float>(value));
  return out;
}

}  // namespace exercise
