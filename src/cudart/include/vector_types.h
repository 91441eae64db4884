#pragma once
// Types of two, three and four components, aligned as one access of the whole needs it, and the two of launches.
#include "host_defines.h"

// In device code a vector is assigned component by component, which the compiler makes one access of. The assignment of
// a structure would be a copy of its bytes, which it does 8 at a time: two requests of a warp where nvcc makes one.
#ifdef __CUDA_ARCH__
#define GPUSIM_ASSIGNED(name, ...)                                                        \
  __device__ __attribute__((always_inline, nodebug)) name& operator=(const name& other) { \
    const name from = other;                                                              \
    __VA_ARGS__;                                                                          \
    return *this;                                                                         \
  }
#else
#define GPUSIM_ASSIGNED(name, ...)
#endif

#define GPUSIM_VECTORS(name, type, align2, align4)                           \
  struct name##1 {                                                           \
    type x;                                                                  \
  };                                                                         \
  struct __attribute__((aligned(align2))) name##2 {                          \
    type x, y;                                                               \
    GPUSIM_ASSIGNED(name##2, x = from.x, y = from.y)                         \
  };                                                                         \
  struct name##3 {                                                           \
    type x, y, z;                                                            \
  };                                                                         \
  struct __attribute__((aligned(align4))) name##4 {                          \
    type x, y, z, w;                                                         \
    GPUSIM_ASSIGNED(name##4, x = from.x, y = from.y, z = from.z, w = from.w) \
  };
GPUSIM_VECTORS(char, signed char, 2, 4)
GPUSIM_VECTORS(uchar, unsigned char, 2, 4)
GPUSIM_VECTORS(short, short, 4, 8)
GPUSIM_VECTORS(ushort, unsigned short, 4, 8)
GPUSIM_VECTORS(int, int, 8, 16)
GPUSIM_VECTORS(uint, unsigned, 8, 16)
GPUSIM_VECTORS(long, long, 16, 16)
GPUSIM_VECTORS(ulong, unsigned long, 16, 16)
GPUSIM_VECTORS(longlong, long long, 16, 16)
GPUSIM_VECTORS(ulonglong, unsigned long long, 16, 16)
GPUSIM_VECTORS(float, float, 8, 16)
GPUSIM_VECTORS(double, double, 16, 16)
#undef GPUSIM_VECTORS
#undef GPUSIM_ASSIGNED

/// The extent of a grid or a block.
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
