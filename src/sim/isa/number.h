#pragma once
// Floating-point formats by their bits: encoding with one rounding, and the two 16-bit formats the host has no
// arithmetic for. Nothing here depends on the host's rounding mode except where it says so.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sim/isa/rounding.h"

namespace gpusim {

struct FloatFormat {
  unsigned bits, mantissaBits;
  constexpr std::uint64_t mantissa() const { return (std::uint64_t{1} << mantissaBits) - 1; }
  constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits - 1); }
  constexpr std::uint64_t infinity() const { return sign() - mantissa() - 1; }
  constexpr int bias() const { return static_cast<int>((std::uint64_t{1} << (bits - 2 - mantissaBits)) - 1); }
};
constexpr FloatFormat halfFormat{16, 10}, brainFormat{16, 7}, singleFormat{32, 23}, doubleFormat{64, 52};
/// tf32: single precision with 10 bits of mantissa, in the upper 19 of 32 bits.
constexpr FloatFormat tensorFormat{19, 10};

/// The bits of significand * 2^exponent, rounded once. A significand that lost bits already must keep 1 in its lowest.
template <FloatFormat F>
constexpr std::uint64_t encode(bool negative, std::uint64_t significand, int exponent, Rounding mode) {
  const std::uint64_t sign = negative ? F.sign() : 0;
  if (significand == 0) return sign;
  const int top = exponent + 63 - std::countl_zero(significand);  // the value is in [2^top, 2^(top+1))
  constexpr int lowest = 1 - F.bias(), mantissaBits = static_cast<int>(F.mantissaBits);
  const bool normal = top >= lowest;
  const int shift = (normal ? top : lowest) - mantissaBits - exponent;
  std::uint64_t kept = 0, rest = 0, half = 1;  // what is cut off, and half a unit of what is kept
  if (shift <= 0) {
    kept = significand << -shift;
  } else if (shift < 64) {
    kept = significand >> shift;
    rest = significand & ((std::uint64_t{1} << shift) - 1);
    half = std::uint64_t{1} << (shift - 1);
  } else {
    rest = shift == 64 ? significand : 1;
    half = std::uint64_t{1} << 63;
  }
  const bool up = mode == Rounding::nearest ? rest > half || (rest == half && (kept & 1) != 0)
                  : mode == Rounding::zero  ? false
                                            : rest != 0 && negative == (mode == Rounding::down);
  kept += up ? 1 : 0;
  // A carry out of the mantissa moves into the exponent by itself.
  const std::uint64_t whole = normal ? (static_cast<std::uint64_t>(top - lowest) << F.mantissaBits) + kept : kept;
  if (whole < F.infinity()) return sign | whole;
  const bool toInfinity = mode == Rounding::nearest || (mode != Rounding::zero && negative == (mode == Rounding::down));
  return sign | (toInfinity ? F.infinity() : F.infinity() - 1);
}

/// `value` in another format, rounded once. A NaN becomes the format's canonical one.
template <FloatFormat F>
std::uint64_t encode(double value, Rounding mode) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const bool negative = bits >> 63 != 0;
  const std::uint64_t exponent = bits >> 52 & 0x7ff, mantissa = bits & doubleFormat.mantissa();
  if (value != value) return F.sign() - 1;
  if (exponent == 0x7ff) return F.infinity() | (negative ? F.sign() : 0);
  return exponent == 0
             ? encode<F>(negative, mantissa, -1074, mode)
             : encode<F>(negative, mantissa | (doubleFormat.mantissa() + 1), static_cast<int>(exponent) - 1075, mode);
}

/// NVIDIA's canonical NaN is 0x7fffffff for single precision; for double it is the default of x86 as well.
template <class T>
T canonical(T value) {
  if constexpr (sizeof(T) == 4)
    return value != value ? std::bit_cast<float>(0x7fffffffu) : value;
  else
    return value != value ? std::bit_cast<double>(0xfff8000000000000u) : value;
}

/// .ftz: a subnormal becomes the zero of its sign.
template <class T>
T flushed(T value) {
  return std::fabs(value) < std::numeric_limits<T>::min() ? std::copysign(T{0}, value) : value;
}

/// .sat: clamped to [0, 1]; a NaN becomes +0.
template <class T>
T saturated(T value) {
  return value > T{0} ? (value < T{1} ? value : T{1}) : T{0};
}

/// `high + low` where it is exact as two terms, kept in one value that a later rounding to fewer bits gets right: the
/// lowest bit is set when something was cut off. `high` is the rounded sum, `low` its error.
template <class T, class Error>
T toOdd(T high, Error low) {
  using Bits = SlotOf<T>;
  const auto bits = std::bit_cast<Bits>(high);
  const bool inexact = low > Error{0} || low < Error{0};
  const bool away = high == T{0} || (low > Error{0}) == (high > T{0});
  const Bits odd = (bits & 1) != 0 ? bits : (away ? bits + 1 : bits - 1);
  return std::bit_cast<T>(inexact ? odd : bits);
}
/// a + b, rounded to odd. The host rounds to nearest.
template <class T>
T addToOdd(T a, T b) {
  const T sum = a + b, shadow = sum - a;
  return toOdd(sum, (a - (sum - shadow)) + (b - shadow));
}

/// f16 in the low bits of a 32-bit lane.
struct Half {
  static constexpr FloatFormat format = halfFormat;
  using Product = float;  // holds the product of two exactly
  static constexpr std::uint32_t nan = 0x7fff, one = 0x3c00, infinity = 0x7c00;

  static float widen(std::uint32_t h) {
    const std::uint32_t magnitude = (h & 0x7fff) << 13, sign = (h & 0x8000) << 16;
    // Scaling by 2^112 moves the exponent's bias and makes subnormals normal; infinity and NaN get theirs.
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p112f;
    const std::uint32_t bits = magnitude >= 0x0f800000 ? magnitude | 0x7f800000 : std::bit_cast<std::uint32_t>(scaled);
    return std::bit_cast<float>(bits | sign);
  }
  /// To nearest. The host rounds to nearest.
  static std::uint32_t narrow(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t u = bits & 0x7fffffff, sign = bits >> 16 & 0x8000;
    // Adding 1/2 puts the last bit of a subnormal f16 where float rounds.
    const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(std::bit_cast<float>(u) + 0.5f) - 0x3f000000;
    const std::uint32_t normal = (u + 0xc8000fff + (u >> 13 & 1)) >> 13;
    const std::uint32_t finite = u < 0x38800000 ? subnormal : normal;
    const std::uint32_t result = u >= 0x47800000 ? infinity : finite;
    return u > 0x7f800000 ? nan : result | sign;
  }
};

/// bf16 in the low bits of a 32-bit lane.
struct Brain {
  static constexpr FloatFormat format = brainFormat;
  using Product = double;  // a float would round small products
  static constexpr std::uint32_t nan = 0x7fff, one = 0x3f80, infinity = 0x7f80;

  static float widen(std::uint32_t h) { return std::bit_cast<float>(h << 16); }
  static std::uint32_t narrow(float value) {
    const auto u = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t rounded = (u + 0x7fff + (u >> 16 & 1)) >> 16;
    return (u & 0x7fffffff) > 0x7f800000 ? nan : rounded;
  }
  static std::uint32_t narrow(double value) {
    const auto single = static_cast<float>(value);
    return narrow(toOdd(single, value - static_cast<double>(single)));
  }
};

}  // namespace gpusim
