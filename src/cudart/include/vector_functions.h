#pragma once
// make_float4(x, y, z, w) and its like.
#include "vector_types.h"

#define GPUSIM_MAKE(name, type)                                                                           \
  __host__ __device__ inline name##1 make_##name##1(type x) { return name##1 {x}; }                       \
  __host__ __device__ inline name##2 make_##name##2(type x, type y) { return name##2 {x, y}; }            \
  __host__ __device__ inline name##3 make_##name##3(type x, type y, type z) { return name##3 {x, y, z}; } \
  __host__ __device__ inline name##4 make_##name##4(type x, type y, type z, type w) { return name##4 {x, y, z, w}; }
GPUSIM_MAKE(char, signed char)
GPUSIM_MAKE(uchar, unsigned char)
GPUSIM_MAKE(short, short)
GPUSIM_MAKE(ushort, unsigned short)
GPUSIM_MAKE(int, int)
GPUSIM_MAKE(uint, unsigned)
GPUSIM_MAKE(long, long)
GPUSIM_MAKE(ulong, unsigned long)
GPUSIM_MAKE(longlong, long long)
GPUSIM_MAKE(ulonglong, unsigned long long)
GPUSIM_MAKE(float, float)
GPUSIM_MAKE(double, double)
#undef GPUSIM_MAKE
