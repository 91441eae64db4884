#pragma once
// The words that CUDA adds to C++. A compiler of host code alone sees no words at all.
#ifdef __CUDA__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ _Pragma("GCC error \"__managed__ variables need nvcc; cudaMallocManaged works with both\"")
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#endif
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define CUDARTAPI
#define CUDART_CB
