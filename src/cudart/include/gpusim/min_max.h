#pragma once
// min() and max() without std::, of every pair of types that CUDA has them for. Clang's headers bring those of int on
// the device.

__host__ inline int min(int a, int b) { return a < b ? a : b; }
__host__ inline int max(int a, int b) { return a > b ? a : b; }

#define GPUSIM_MIN_MAX(result, A, B)                                                                          \
  __host__ __device__ inline result min(A a, B b) {                                                           \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a) : static_cast<result>(b); \
  }                                                                                                           \
  __host__ __device__ inline result max(A a, B b) {                                                           \
    return static_cast<result>(a) > static_cast<result>(b) ? static_cast<result>(a) : static_cast<result>(b); \
  }
GPUSIM_MIN_MAX(unsigned, unsigned, unsigned)
GPUSIM_MIN_MAX(unsigned, int, unsigned)
GPUSIM_MIN_MAX(unsigned, unsigned, int)
GPUSIM_MIN_MAX(long, long, long)
GPUSIM_MIN_MAX(unsigned long, unsigned long, unsigned long)
GPUSIM_MIN_MAX(unsigned long, long, unsigned long)
GPUSIM_MIN_MAX(unsigned long, unsigned long, long)
GPUSIM_MIN_MAX(long long, long long, long long)
GPUSIM_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
GPUSIM_MIN_MAX(unsigned long long, long long, unsigned long long)
GPUSIM_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef GPUSIM_MIN_MAX

// Of floating-point numbers a NaN is the one that is not taken, as of fminf().
#define GPUSIM_MIN_MAX(result, A, B, minimum, maximum)                                  \
  __host__ __device__ inline result min(A a, B b) { return __builtin_##minimum(a, b); } \
  __host__ __device__ inline result max(A a, B b) { return __builtin_##maximum(a, b); }
GPUSIM_MIN_MAX(float, float, float, fminf, fmaxf)
GPUSIM_MIN_MAX(double, double, double, fmin, fmax)
GPUSIM_MIN_MAX(double, float, double, fmin, fmax)
GPUSIM_MIN_MAX(double, double, float, fmin, fmax)
#undef GPUSIM_MIN_MAX

__host__ inline float rsqrtf(float a) { return 1 / __builtin_sqrtf(a); }
__host__ inline double rsqrt(double a) { return 1 / __builtin_sqrt(a); }
