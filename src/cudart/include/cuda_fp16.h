#pragma once
// __half and __half2. On the device an operation is the instruction of that name; on the host it is computed in float
// and rounded once, which for +, -, * and / is the same value.
#pragma clang system_header
#include "cuda_runtime.h"
#include "gpusim/half/bits.h"

struct __half_raw {
  unsigned short x;
};

struct __attribute__((aligned(2))) __half {
  __half() = default;
  __host__ __device__ __half(float value) : bits_(gpusim_half::halfOfFloat(value)) {}
  __host__ __device__ __half(double value) : bits_(gpusim_half::halfOfFloat(static_cast<float>(value))) {}
  __host__ __device__ __half(int value) : __half(static_cast<float>(value)) {}
  __host__ __device__ __half(unsigned value) : __half(static_cast<float>(value)) {}
  __host__ __device__ __half(const __half_raw& raw) : bits_(raw.x) {}
  __host__ __device__ operator float() const { return gpusim_half::floatOfHalf(bits_); }
  __host__ __device__ operator __half_raw() const { return __half_raw{bits_}; }
  __host__ __device__ unsigned short bits() const { return bits_; }
  __host__ __device__ static __half ofBits(unsigned short bits) { return __half(__half_raw{bits}); }

 private:
  unsigned short bits_;
};

struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ __half2(const __half& low, const __half& high) : x(low), y(high) {}
};

using half = __half;
using half2 = __half2;

#ifdef __CUDA_ARCH__
namespace gpusim_half {
#define GPUSIM_HALF(name)                                                   \
  __device__ inline __half name##Half(__half a, __half b) {                 \
    unsigned short c;                                                       \
    asm(#name ".f16 %0, %1, %2;" : "=h"(c) : "h"(a.bits()), "h"(b.bits())); \
    return __half::ofBits(c);                                               \
  }                                                                         \
  __device__ inline __half2 name##Pair(__half2 a, __half2 b) {              \
    unsigned left, right, result;                                           \
    __builtin_memcpy(&left, &a, sizeof left);                               \
    __builtin_memcpy(&right, &b, sizeof right);                             \
    asm(#name ".f16x2 %0, %1, %2;" : "=r"(result) : "r"(left), "r"(right)); \
    __builtin_memcpy(&a, &result, sizeof result);                           \
    return a;                                                               \
  }
GPUSIM_HALF(add)
GPUSIM_HALF(sub)
GPUSIM_HALF(mul)
#undef GPUSIM_HALF
__device__ inline __half fmaHalf(__half a, __half b, __half c) {
  unsigned short d;
  asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(d) : "h"(a.bits()), "h"(b.bits()), "h"(c.bits()));
  return __half::ofBits(d);
}
__device__ inline __half2 fmaPair(__half2 a, __half2 b, __half2 c) {
  unsigned first, second, third, result;
  __builtin_memcpy(&first, &a, sizeof first);
  __builtin_memcpy(&second, &b, sizeof second);
  __builtin_memcpy(&third, &c, sizeof third);
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(result) : "r"(first), "r"(second), "r"(third));
  __builtin_memcpy(&a, &result, sizeof result);
  return a;
}
}  // namespace gpusim_half
#define ARITHMETIC(name, a, op, b) gpusim_half::name##Half(a, b)
#define FUSED(a, b, c) gpusim_half::fmaHalf(a, b, c)
#define PAIR_ARITHMETIC(name, scalar, a, b) gpusim_half::name##Pair(a, b)
#define PAIR_FUSED(a, b, c) gpusim_half::fmaPair(a, b, c)
#else
#define ARITHMETIC(name, a, op, b) __half(static_cast<float>(a) op static_cast<float>(b))
#define FUSED(a, b, c) \
  __half(static_cast<float>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c)))
#define PAIR_ARITHMETIC(name, scalar, a, b) __half2(scalar(a.x, b.x), scalar(a.y, b.y))
#define PAIR_FUSED(a, b, c) __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y))
#endif
#define SCALAR __half
#define PAIR __half2
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include "gpusim/half/operations.h"

__host__ __device__ inline __half __float2half(float value) { return __half(value); }
__host__ __device__ inline __half __float2half_rn(float value) { return __half(value); }
__host__ __device__ inline __half __double2half(double value) { return __half(value); }
__host__ __device__ inline float __half2float(__half value) { return static_cast<float>(value); }
__host__ __device__ inline __half2 __float2half2_rn(float value) { return __half2(__half(value), __half(value)); }
__host__ __device__ inline __half2 __floats2half2_rn(float low, float high) {
  return __half2(__half(low), __half(high));
}
__host__ __device__ inline __half2 __float22half2_rn(float2 v) { return __floats2half2_rn(v.x, v.y); }
__host__ __device__ inline float2 __half22float2(__half2 v) {
  return float2{static_cast<float>(v.x), static_cast<float>(v.y)};
}
__host__ __device__ inline __half2 __half2half2(__half value) { return __half2(value, value); }
__host__ __device__ inline __half2 __halves2half2(__half low, __half high) { return __half2(low, high); }
__host__ __device__ inline __half2 make_half2(__half low, __half high) { return __half2(low, high); }
__host__ __device__ inline __half __low2half(__half2 v) { return v.x; }
__host__ __device__ inline __half __high2half(__half2 v) { return v.y; }
__host__ __device__ inline float __low2float(__half2 v) { return static_cast<float>(v.x); }
__host__ __device__ inline float __high2float(__half2 v) { return static_cast<float>(v.y); }
__host__ __device__ inline unsigned short __half_as_ushort(__half value) { return value.bits(); }
__host__ __device__ inline __half __ushort_as_half(unsigned short bits) { return __half::ofBits(bits); }
__host__ __device__ inline int __half2int_rn(__half value) { return static_cast<int>(__builtin_rintf(value)); }
__host__ __device__ inline __half __int2half_rn(int value) { return __half(value); }
#ifdef __CUDA__
__device__ inline __half hsqrt(__half a) { return __half(sqrtf(a)); }
__device__ inline __half hrsqrt(__half a) { return __half(rsqrtf(a)); }
__device__ inline __half hexp(__half a) { return __half(expf(a)); }
__device__ inline __half hlog(__half a) { return __half(logf(a)); }
__device__ inline __half2 h2exp(__half2 a) { return __half2(hexp(a.x), hexp(a.y)); }
__device__ inline __half atomicAdd(__half* p, __half v) {
  unsigned short old;
  asm volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old) : "l"(p), "h"(v.bits()) : "memory");
  return __half::ofBits(old);
}
__device__ inline __half2 atomicAdd(__half2* p, __half2 v) {
  unsigned bits, old;
  __builtin_memcpy(&bits, &v, sizeof bits);
  asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(bits) : "memory");
  __builtin_memcpy(&v, &old, sizeof old);
  return v;
}
#endif
#pragma clang attribute pop
#undef SCALAR
#undef PAIR
#undef ARITHMETIC
#undef FUSED
#undef PAIR_ARITHMETIC
#undef PAIR_FUSED
