#pragma once
// The 16- and 19-bit floating formats of matrix and atomic instructions, to and from double. All values of them are
// exact in double, and so is the sum or product of two.
#include <bit>
#include <cmath>
#include <cstdint>

namespace gpusim {

inline double halfToDouble(std::uint32_t bits) {
  const std::uint32_t magnitude = bits & 0x7fff;
  if (magnitude >= 0x7c00) {
    const std::uint32_t wide = (bits & 0x8000) << 16 | 0x7f800000 | (magnitude & 0x3ff) << 13;
    return static_cast<double>(std::bit_cast<float>(wide));
  }
  // The exponent's bias is put right by a multiplication, which is exact for subnormals too.
  const float value = std::bit_cast<float>((bits & 0x8000) << 16 | magnitude << 13);
  return static_cast<double>(value * 0x1p112f);
}

inline double bfloatToDouble(std::uint32_t bits) {
  return static_cast<double>(std::bit_cast<float>((bits & 0xffff) << 16));
}

/// Tensor cores ignore the 13 low bits of a tf32 operand.
inline double tf32ToDouble(std::uint32_t bits) { return static_cast<double>(std::bit_cast<float>(bits & 0xffffe000u)); }

/// Rounds to `fraction` fraction bits, to nearest even, in a format whose least normal exponent is `least`; the result
/// is a double, infinite when the format has no such number (greatest exponent `greatest`).
inline double roundNarrow(double value, int fraction, int least, int greatest) {
  if (!std::isfinite(value) || value == 0) return value;
  int exponent = std::ilogb(value);
  if (exponent < least) exponent = least;
  const double unit = std::ldexp(1.0, exponent - fraction);
  const double rounded = std::nearbyint(value / unit) * unit;
  return std::fabs(rounded) >= std::ldexp(1.0, greatest + 1) ? std::copysign(HUGE_VAL, value) : rounded;
}

inline std::uint32_t doubleToHalf(double value) {
  if (std::isnan(value)) return 0x7fff;
  const double rounded = roundNarrow(value, 10, -14, 15);
  const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isinf(rounded)) return sign | 0x7c00;
  const auto wide = std::bit_cast<std::uint32_t>(static_cast<float>(std::fabs(rounded)) * 0x1p-112f);
  return sign | wide >> 13;
}

inline std::uint32_t doubleToBfloat(double value) {
  if (std::isnan(value)) return 0x7fff;
  const double rounded = roundNarrow(value, 7, -126, 127);
  return std::bit_cast<std::uint32_t>(static_cast<float>(rounded)) >> 16;
}

}  // namespace gpusim
