#pragma once
// 16-bit floating-point numbers as bits, on both sides: IEEE half, and bfloat16, which is the upper half of a float.
// Rounded to nearest, ties to even.
#include "../../host_defines.h"

namespace gpusim_half {

__host__ __device__ inline unsigned bitsOfFloat(float value) {
  unsigned bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

__host__ __device__ inline float floatOfBits(unsigned bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

/// `value` shifted right by `shift` bits, rounded to nearest, ties to even.
__host__ __device__ inline unsigned roundedShift(unsigned value, unsigned shift) {
  const unsigned half = 1U << (shift - 1), rest = value & ((1U << shift) - 1), kept = value >> shift;
  return kept + (rest > half || (rest == half && (kept & 1U) != 0) ? 1U : 0U);
}

__host__ __device__ inline unsigned short halfOfFloat(float value) {
#ifdef __CUDA_ARCH__
  unsigned short half;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(value));
  return half;
#else
  const unsigned bits = bitsOfFloat(value), sign = bits >> 16 & 0x8000U, size = bits & 0x7fffffffU;
  unsigned half = 0;
  if (size > 0x7f800000U) {
    return 0x7fff;  // NaN
  } else if (size >= 0x477ff000U) {
    half = 0x7c00;  // 65,520 and more
  } else if (size >= 0x38800000U) {
    half = roundedShift(size - 0x38000000U, 13);
  } else if (size >= 0x33000000U) {  // no normal number of half: the fraction moves down
    half = roundedShift((size & 0x7fffffU) | 0x800000U, 126 - (size >> 23));
  }
  return static_cast<unsigned short>(sign | half);
#endif
}

__host__ __device__ inline float floatOfHalf(unsigned short half) {
#ifdef __CUDA_ARCH__
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(half));
  return value;
#else
  const unsigned sign = (half & 0x8000U) << 16, exponent = half >> 10 & 31U, fraction = half & 1023U;
  if (exponent == 31) return floatOfBits(sign | 0x7f800000U | fraction << 13);
  if (exponent != 0) return floatOfBits(sign | (exponent + 112) << 23 | fraction << 13);
  const float size = static_cast<float>(fraction) * 0x1p-24F;
  return sign != 0 ? -size : size;
#endif
}

__host__ __device__ inline unsigned short bfloatOfFloat(float value) {
  const unsigned bits = bitsOfFloat(value);
  if ((bits & 0x7fffffffU) > 0x7f800000U) return 0x7fff;  // NaN
  return static_cast<unsigned short>(roundedShift(bits, 16));
}

__host__ __device__ inline float floatOfBfloat(unsigned short bfloat) {
  return floatOfBits(static_cast<unsigned>(bfloat) << 16);
}

}  // namespace gpusim_half
