#pragma once
// The part of NVIDIA's device library (libdevice) that is one instruction or a few. Clang's headers call it by these
// names. What is not here, sin to tgamma, the simulator computes itself (src/sim/exec/device_math.cpp).
#include <cstring>

#define GPUSIM_DEVICE extern "C" __device__ inline __attribute__((always_inline))

// Bits as another type.
#define GPUSIM_BITS(name, to, from)           \
  GPUSIM_DEVICE to __nv_##name(from a) {      \
    to bits;                                  \
    __builtin_memcpy(&bits, &a, sizeof bits); \
    return bits;                              \
  }
GPUSIM_BITS(float_as_int, int, float)
GPUSIM_BITS(float_as_uint, unsigned, float)
GPUSIM_BITS(int_as_float, float, int)
GPUSIM_BITS(uint_as_float, float, unsigned)
GPUSIM_BITS(double_as_longlong, unsigned long long, double)
GPUSIM_BITS(longlong_as_double, double, long long)
#undef GPUSIM_BITS
GPUSIM_DEVICE int __nv_double2hiint(double a) { return __nvvm_d2i_hi(a); }
GPUSIM_DEVICE int __nv_double2loint(double a) { return __nvvm_d2i_lo(a); }
GPUSIM_DEVICE double __nv_hiloint2double(int high, int low) { return __nvvm_lohi_i2d(low, high); }

// Whole numbers.
GPUSIM_DEVICE int __nv_abs(int a) { return a < 0 ? -a : a; }
GPUSIM_DEVICE long long __nv_llabs(long long a) { return a < 0 ? -a : a; }
GPUSIM_DEVICE int __nv_max(int a, int b) { return a > b ? a : b; }
GPUSIM_DEVICE int __nv_min(int a, int b) { return a < b ? a : b; }
GPUSIM_DEVICE unsigned __nv_umax(unsigned a, unsigned b) { return a > b ? a : b; }
GPUSIM_DEVICE unsigned __nv_umin(unsigned a, unsigned b) { return a < b ? a : b; }
GPUSIM_DEVICE long long __nv_llmax(long long a, long long b) { return a > b ? a : b; }
GPUSIM_DEVICE long long __nv_llmin(long long a, long long b) { return a < b ? a : b; }
GPUSIM_DEVICE unsigned long long __nv_ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
GPUSIM_DEVICE unsigned long long __nv_ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
GPUSIM_DEVICE int __nv_clz(int a) { return a == 0 ? 32 : __builtin_clz(static_cast<unsigned>(a)); }
GPUSIM_DEVICE int __nv_clzll(long long a) { return a == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(a)); }
GPUSIM_DEVICE int __nv_popc(int a) { return __builtin_popcount(static_cast<unsigned>(a)); }
GPUSIM_DEVICE int __nv_popcll(long long a) { return __builtin_popcountll(static_cast<unsigned long long>(a)); }
GPUSIM_DEVICE int __nv_ffs(int a) { return __builtin_ffs(a); }
GPUSIM_DEVICE int __nv_ffsll(long long a) { return __builtin_ffsll(a); }
GPUSIM_DEVICE int __nv_brev(int a) { return static_cast<int>(__builtin_bitreverse32(static_cast<unsigned>(a))); }
GPUSIM_DEVICE long long __nv_brevll(long long a) {
  return static_cast<long long>(__builtin_bitreverse64(static_cast<unsigned long long>(a)));
}
GPUSIM_DEVICE int __nv_byte_perm(int a, int b, int c) { return __nvvm_prmt(a, b, c); }
GPUSIM_DEVICE int __nv_mulhi(int a, int b) { return __nvvm_mulhi_i(a, b); }
GPUSIM_DEVICE unsigned __nv_umulhi(unsigned a, unsigned b) { return __nvvm_mulhi_ui(a, b); }
GPUSIM_DEVICE long long __nv_mul64hi(long long a, long long b) { return __nvvm_mulhi_ll(a, b); }
GPUSIM_DEVICE unsigned long long __nv_umul64hi(unsigned long long a, unsigned long long b) {
  return __nvvm_mulhi_ull(a, b);
}
GPUSIM_DEVICE int __nv_mul24(int a, int b) { return __nvvm_mul24_i(a, b); }
GPUSIM_DEVICE unsigned __nv_umul24(unsigned a, unsigned b) { return __nvvm_mul24_ui(a, b); }
GPUSIM_DEVICE unsigned __nv_sad(int a, int b, unsigned c) { return static_cast<unsigned>(a > b ? a - b : b - a) + c; }
GPUSIM_DEVICE unsigned __nv_usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
GPUSIM_DEVICE int __nv_hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
GPUSIM_DEVICE int __nv_rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
GPUSIM_DEVICE int __nv_uhadd(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
GPUSIM_DEVICE unsigned __nv_urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }

// Arithmetic with a rounding of its own: nearest, toward zero, down, up.
#define GPUSIM_ROUNDED(rounding, mode)                                                                                \
  GPUSIM_DEVICE float __nv_fadd_##rounding(float a, float b) { return __nvvm_add_##mode##_f(a, b); }                  \
  GPUSIM_DEVICE float __nv_fsub_##rounding(float a, float b) { return __nvvm_add_##mode##_f(a, -b); }                 \
  GPUSIM_DEVICE float __nv_fmul_##rounding(float a, float b) { return __nvvm_mul_##mode##_f(a, b); }                  \
  GPUSIM_DEVICE float __nv_fdiv_##rounding(float a, float b) { return __nvvm_div_##mode##_f(a, b); }                  \
  GPUSIM_DEVICE float __nv_frcp_##rounding(float a) { return __nvvm_rcp_##mode##_f(a); }                              \
  GPUSIM_DEVICE float __nv_fsqrt_##rounding(float a) { return __nvvm_sqrt_##mode##_f(a); }                            \
  GPUSIM_DEVICE float __nv_fmaf_##rounding(float a, float b, float c) { return __nvvm_fma_##mode##_f(a, b, c); }      \
  GPUSIM_DEVICE float __nv_fmaf_ieee_##rounding(float a, float b, float c) { return __nvvm_fma_##mode##_f(a, b, c); } \
  GPUSIM_DEVICE double __nv_dadd_##rounding(double a, double b) { return __nvvm_add_##mode##_d(a, b); }               \
  GPUSIM_DEVICE double __nv_dsub_##rounding(double a, double b) { return __nvvm_add_##mode##_d(a, -b); }              \
  GPUSIM_DEVICE double __nv_dmul_##rounding(double a, double b) { return __nvvm_mul_##mode##_d(a, b); }               \
  GPUSIM_DEVICE double __nv_ddiv_##rounding(double a, double b) { return __nvvm_div_##mode##_d(a, b); }               \
  GPUSIM_DEVICE double __nv_drcp_##rounding(double a) { return __nvvm_rcp_##mode##_d(a); }                            \
  GPUSIM_DEVICE double __nv_dsqrt_##rounding(double a) { return __nvvm_sqrt_##mode##_d(a); }                          \
  GPUSIM_DEVICE double __nv_fma_##rounding(double a, double b, double c) { return __nvvm_fma_##mode##_d(a, b, c); }   \
  GPUSIM_DEVICE int __nv_float2int_##rounding(float a) { return __nvvm_f2i_##mode(a); }                               \
  GPUSIM_DEVICE unsigned __nv_float2uint_##rounding(float a) { return __nvvm_f2ui_##mode(a); }                        \
  GPUSIM_DEVICE long long __nv_float2ll_##rounding(float a) { return __nvvm_f2ll_##mode(a); }                         \
  GPUSIM_DEVICE unsigned long long __nv_float2ull_##rounding(float a) { return __nvvm_f2ull_##mode(a); }              \
  GPUSIM_DEVICE int __nv_double2int_##rounding(double a) { return __nvvm_d2i_##mode(a); }                             \
  GPUSIM_DEVICE unsigned __nv_double2uint_##rounding(double a) { return __nvvm_d2ui_##mode(a); }                      \
  GPUSIM_DEVICE long long __nv_double2ll_##rounding(double a) { return __nvvm_d2ll_##mode(a); }                       \
  GPUSIM_DEVICE unsigned long long __nv_double2ull_##rounding(double a) { return __nvvm_d2ull_##mode(a); }            \
  GPUSIM_DEVICE float __nv_double2float_##rounding(double a) { return __nvvm_d2f_##mode(a); }                         \
  GPUSIM_DEVICE float __nv_int2float_##rounding(int a) { return __nvvm_i2f_##mode(a); }                               \
  GPUSIM_DEVICE float __nv_uint2float_##rounding(unsigned a) { return __nvvm_ui2f_##mode(a); }                        \
  GPUSIM_DEVICE float __nv_ll2float_##rounding(long long a) { return __nvvm_ll2f_##mode(a); }                         \
  GPUSIM_DEVICE float __nv_ull2float_##rounding(unsigned long long a) { return __nvvm_ull2f_##mode(a); }              \
  GPUSIM_DEVICE double __nv_ll2double_##rounding(long long a) { return __nvvm_ll2d_##mode(a); }                       \
  GPUSIM_DEVICE double __nv_ull2double_##rounding(unsigned long long a) { return __nvvm_ull2d_##mode(a); }
GPUSIM_ROUNDED(rn, rn)
GPUSIM_ROUNDED(rz, rz)
GPUSIM_ROUNDED(rd, rm)
GPUSIM_ROUNDED(ru, rp)
#undef GPUSIM_ROUNDED
GPUSIM_DEVICE double __nv_int2double_rn(int a) { return a; }
GPUSIM_DEVICE double __nv_uint2double_rn(unsigned a) { return a; }
GPUSIM_DEVICE unsigned short __nv_float2half_rn(float a) { return static_cast<unsigned short>(__nvvm_f2h_rn(a)); }
GPUSIM_DEVICE float __nv_half2float(unsigned short a) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(a));
  return value;
}

// Rounding, comparing, signs.
#define GPUSIM_BUILTIN(name)                                                     \
  GPUSIM_DEVICE float __nv_##name##f(float a) { return __builtin_##name##f(a); } \
  GPUSIM_DEVICE double __nv_##name(double a) { return __builtin_##name(a); }
GPUSIM_BUILTIN(fabs)
GPUSIM_BUILTIN(floor)
GPUSIM_BUILTIN(ceil)
GPUSIM_BUILTIN(trunc)
GPUSIM_BUILTIN(rint)
GPUSIM_BUILTIN(nearbyint)
GPUSIM_BUILTIN(round)
#undef GPUSIM_BUILTIN
GPUSIM_DEVICE float __nv_fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
GPUSIM_DEVICE float __nv_fminf(float a, float b) { return __builtin_fminf(a, b); }
GPUSIM_DEVICE double __nv_fmax(double a, double b) { return __builtin_fmax(a, b); }
GPUSIM_DEVICE double __nv_fmin(double a, double b) { return __builtin_fmin(a, b); }
GPUSIM_DEVICE float __nv_fmaf(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
GPUSIM_DEVICE double __nv_fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
GPUSIM_DEVICE float __nv_fdimf(float a, float b) { return a > b || a != a || b != b ? a - b : 0.0F; }
GPUSIM_DEVICE double __nv_fdim(double a, double b) { return a > b || a != a || b != b ? a - b : 0.0; }
GPUSIM_DEVICE float __nv_copysignf(float a, float b) { return __builtin_copysignf(a, b); }
GPUSIM_DEVICE double __nv_copysign(double a, double b) { return __builtin_copysign(a, b); }
GPUSIM_DEVICE float __nv_saturatef(float a) { return __nvvm_saturate_f(a); }
GPUSIM_DEVICE long long __nv_llrintf(float a) { return __nvvm_f2ll_rn(a); }
GPUSIM_DEVICE long long __nv_llrint(double a) { return __nvvm_d2ll_rn(a); }
GPUSIM_DEVICE long long __nv_llroundf(float a) { return __nvvm_f2ll_rz(__builtin_roundf(a)); }
GPUSIM_DEVICE long long __nv_llround(double a) { return __nvvm_d2ll_rz(__builtin_round(a)); }
GPUSIM_DEVICE int __nv_signbitf(float a) { return __nv_float_as_int(a) < 0; }
GPUSIM_DEVICE int __nv_signbitd(double a) { return static_cast<long long>(__nv_double_as_longlong(a)) < 0; }
GPUSIM_DEVICE int __nv_isnanf(float a) { return __builtin_isnan(a); }
GPUSIM_DEVICE int __nv_isnand(double a) { return __builtin_isnan(a); }
GPUSIM_DEVICE int __nv_isinff(float a) { return __builtin_isinf(a); }
GPUSIM_DEVICE int __nv_isinfd(double a) { return __builtin_isinf(a); }
GPUSIM_DEVICE int __nv_finitef(float a) { return __builtin_isfinite(a); }
GPUSIM_DEVICE int __nv_isfinited(double a) { return __builtin_isfinite(a); }

// Roots, and the quick functions of the special function unit: the instructions that nvcc takes without -use_fast_math.
GPUSIM_DEVICE float __nv_sqrtf(float a) { return __nvvm_sqrt_rn_f(a); }
GPUSIM_DEVICE double __nv_sqrt(double a) { return __nvvm_sqrt_rn_d(a); }
GPUSIM_DEVICE float __nv_rsqrtf(float a) { return __nvvm_rsqrt_approx_f(a); }
GPUSIM_DEVICE float __nv_frsqrt_rn(float a) { return __nvvm_rsqrt_approx_f(a); }
GPUSIM_DEVICE double __nv_rsqrt(double a) { return __nvvm_rsqrt_approx_d(a); }
GPUSIM_DEVICE float __nv_fast_sinf(float a) { return __nvvm_sin_approx_f(a); }
GPUSIM_DEVICE float __nv_fast_cosf(float a) { return __nvvm_cos_approx_f(a); }
GPUSIM_DEVICE float __nv_fast_fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
GPUSIM_DEVICE float __nv_fast_tanf(float a) {
  return __nvvm_div_approx_f(__nvvm_sin_approx_f(a), __nvvm_cos_approx_f(a));
}
GPUSIM_DEVICE float __nv_fast_log2f(float a) { return __nvvm_lg2_approx_f(a); }
GPUSIM_DEVICE float __nv_fast_logf(float a) { return __nvvm_lg2_approx_f(a) * 0.693147182F; }
GPUSIM_DEVICE float __nv_fast_log10f(float a) { return __nvvm_lg2_approx_f(a) * 0.301029995F; }
GPUSIM_DEVICE float __nv_fast_expf(float a) { return __nvvm_ex2_approx_f(a * 1.44269502F); }
GPUSIM_DEVICE float __nv_fast_exp10f(float a) { return __nvvm_ex2_approx_f(a * 3.32192802F); }
GPUSIM_DEVICE float __nv_fast_powf(float a, float b) { return __nvvm_ex2_approx_f(b * __nvvm_lg2_approx_f(a)); }
GPUSIM_DEVICE void __nv_fast_sincosf(float a, float* sine, float* cosine) {
  *sine = __nvvm_sin_approx_f(a);
  *cosine = __nvvm_cos_approx_f(a);
}

// Two results of one function.
#define GPUSIM_PAIRS(type, f)                                             \
  GPUSIM_DEVICE void __nv_sincos##f(type a, type* sine, type* cosine) {   \
    *sine = __nv_sin##f(a);                                               \
    *cosine = __nv_cos##f(a);                                             \
  }                                                                       \
  GPUSIM_DEVICE void __nv_sincospi##f(type a, type* sine, type* cosine) { \
    *sine = __nv_sinpi##f(a);                                             \
    *cosine = __nv_cospi##f(a);                                           \
  }                                                                       \
  GPUSIM_DEVICE type __nv_modf##f(type a, type* whole) {                  \
    *whole = __nv_trunc##f(a);                                            \
    return __nv_copysign##f(__builtin_isinf(a) ? 0 : a - *whole, a);      \
  }                                                                       \
  GPUSIM_DEVICE type __nv_frexp##f(type a, int* exponent) {               \
    *exponent = 0;                                                        \
    if (a == 0 || !__builtin_isfinite(a)) return a;                       \
    *exponent = __nv_ilogb##f(a) + 1;                                     \
    return __nv_scalbn##f(a, -*exponent);                                 \
  }
GPUSIM_PAIRS(float, f)
GPUSIM_PAIRS(double, )
#undef GPUSIM_PAIRS
#undef GPUSIM_DEVICE
