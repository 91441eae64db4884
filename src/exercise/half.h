#pragma once
// 16-bit floats on the host, where there may be no type for them.
#include <cmath>
#include <cstdint>
#include <cstring>

namespace exercise {

/// The value of an IEEE half; exact.
inline double halfToDouble(std::uint16_t bits) {
  const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
  const int exponent = (bits >> 10) & 31;
  const double fraction = bits & 1023U;
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

/// The half nearest to `value`, ties to even; infinity past 65,520.
inline std::uint16_t halfOf(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000U : 0;
  const double size = std::fabs(value);
  if (std::isnan(value)) return 0x7fff;
  if (size >= 65520) return static_cast<std::uint16_t>(sign | 0x7c00U);
  if (size < std::ldexp(1.0, -14))
    return static_cast<std::uint16_t>(sign | static_cast<unsigned>(std::nearbyint(std::ldexp(size, 24))));
  int exponent = 0;
  std::frexp(size, &exponent);  // size = f 2^exponent with f in [1/2, 1)
  // 11 significant bits; a carry into the exponent is what adding the fraction does.
  const unsigned fraction = static_cast<unsigned>(std::nearbyint(std::ldexp(size, 11 - exponent)));
  return static_cast<std::uint16_t>(sign | ((static_cast<unsigned>(exponent + 13) << 10) + fraction));
}

}  // namespace exercise
