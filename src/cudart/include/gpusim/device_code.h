#pragma once
// What device code sees without including anything. Most of it is Clang's own set of CUDA headers, which comes with the
// compiler; ours is what those expect a toolkit to bring.
//
// nodebug: an instruction from a header's function gets the line of the call. NVPTX has no other way to say from where
// a line was inlined before LLVM 21.
#include <__clang_cuda_math_forward_declares.h>
#define __CUDACC__

#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>

#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include <__clang_cuda_builtin_vars.h>
#include <__clang_cuda_libdevice_declares.h>

#include "gpusim/device_library.h"

#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>

#include "gpusim/device_calls.h"

__device__ inline __cuda_builtin_threadIdx_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_threadIdx_t::operator uint3() const { return uint3{x, y, z}; }
__device__ inline __cuda_builtin_blockIdx_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_blockIdx_t::operator uint3() const { return uint3{x, y, z}; }
__device__ inline __cuda_builtin_blockDim_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_blockDim_t::operator uint3() const { return uint3{x, y, z}; }
__device__ inline __cuda_builtin_gridDim_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_gridDim_t::operator uint3() const { return uint3{x, y, z}; }

using cuuint32_t = unsigned;  // of cuda.h
#include <__clang_cuda_cmath.h>
#define __syncwarp __clang_syncwarp  // barriers.h has another
#include <__clang_cuda_intrinsics.h>
#undef __syncwarp

#include "gpusim/address_spaces.h"
#include "gpusim/atomics.h"
#include "gpusim/barriers.h"
#include "gpusim/cache_hints.h"
#include "gpusim/min_max.h"
#pragma clang attribute pop
