#pragma once
// __nv_bfloat16 and __nv_bfloat162. Cards before sm_80 have no instructions for them, and this is compiled for sm_75:
// as with nvcc, an operation is done in float and rounded.
#pragma clang system_header
#include "cuda_runtime.h"
#include "gpusim/half/bits.h"

struct __nv_bfloat16_raw {
  unsigned short x;
};

struct __attribute__((aligned(2))) __nv_bfloat16 {
  __nv_bfloat16() = default;
  __host__ __device__ __nv_bfloat16(float value) : bits_(gpusim_half::bfloatOfFloat(value)) {}
  __host__ __device__ __nv_bfloat16(double value) : bits_(gpusim_half::bfloatOfFloat(static_cast<float>(value))) {}
  __host__ __device__ __nv_bfloat16(int value) : __nv_bfloat16(static_cast<float>(value)) {}
  __host__ __device__ __nv_bfloat16(unsigned value) : __nv_bfloat16(static_cast<float>(value)) {}
  __host__ __device__ __nv_bfloat16(const __nv_bfloat16_raw& raw) : bits_(raw.x) {}
  __host__ __device__ operator float() const { return gpusim_half::floatOfBfloat(bits_); }
  __host__ __device__ unsigned short bits() const { return bits_; }
  __host__ __device__ static __nv_bfloat16 ofBits(unsigned short bits) {
    return __nv_bfloat16(__nv_bfloat16_raw{bits});
  }

 private:
  unsigned short bits_;
};

struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat16& low, const __nv_bfloat16& high) : x(low), y(high) {}
};

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

#define SCALAR __nv_bfloat16
#define PAIR __nv_bfloat162
#define ARITHMETIC(name, a, op, b) __nv_bfloat16(static_cast<float>(a) op static_cast<float>(b))
#define FUSED(a, b, c) __nv_bfloat16(__builtin_fmaf(a, b, c))
#define PAIR_ARITHMETIC(name, scalar, a, b) __nv_bfloat162(scalar(a.x, b.x), scalar(a.y, b.y))
#define PAIR_FUSED(a, b, c) __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y))
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include "gpusim/half/operations.h"

__host__ __device__ inline __nv_bfloat16 __float2bfloat16(float value) { return __nv_bfloat16(value); }
__host__ __device__ inline __nv_bfloat16 __float2bfloat16_rn(float value) { return __nv_bfloat16(value); }
__host__ __device__ inline __nv_bfloat16 __double2bfloat16(double value) { return __nv_bfloat16(value); }
__host__ __device__ inline float __bfloat162float(__nv_bfloat16 value) { return static_cast<float>(value); }
__host__ __device__ inline __nv_bfloat162 __float2bfloat162_rn(float value) {
  return __nv_bfloat162(__nv_bfloat16(value), __nv_bfloat16(value));
}
__host__ __device__ inline __nv_bfloat162 __floats2bfloat162_rn(float low, float high) {
  return __nv_bfloat162(__nv_bfloat16(low), __nv_bfloat16(high));
}
__host__ __device__ inline __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __floats2bfloat162_rn(v.x, v.y); }
__host__ __device__ inline float2 __bfloat1622float2(__nv_bfloat162 v) {
  return float2{static_cast<float>(v.x), static_cast<float>(v.y)};
}
__host__ __device__ inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
  return __nv_bfloat162(low, high);
}
__host__ __device__ inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
  return __nv_bfloat162(low, high);
}
__host__ __device__ inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 value) { return value.bits(); }
__host__ __device__ inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  return __nv_bfloat16::ofBits(bits);
}
#pragma clang attribute pop
#undef SCALAR
#undef PAIR
#undef ARITHMETIC
#undef FUSED
#undef PAIR_ARITHMETIC
#undef PAIR_FUSED
