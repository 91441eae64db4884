#pragma once
// Copies from global to shared memory that a thread does not wait for. The instructions are of sm_80 and later, and
// this is compiled for sm_75: as with nvcc for such a card, the copy is done at once and waiting finds it done.
#pragma clang system_header
#include "cuda_runtime.h"
#ifdef __CUDA__
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
using __pipeline_mem_token = unsigned;

/// Copies `bytes` (4, 8 or 16) of which the last `zeros` are written as zeros and not read.
__device__ inline __attribute__((always_inline)) void __pipeline_memcpy_async(void* to, const void* from, size_t bytes,
                                                                              size_t zeros = 0) {
  if (zeros == 0 && bytes == 16) {
    *static_cast<uint4*>(to) = *static_cast<const uint4*>(from);
  } else if (zeros == 0 && bytes == 8) {
    *static_cast<uint2*>(to) = *static_cast<const uint2*>(from);
  } else if (zeros == 0 && bytes == 4) {
    *static_cast<unsigned*>(to) = *static_cast<const unsigned*>(from);
  } else {
    for (size_t i = 0; i < bytes; ++i)
      static_cast<unsigned char*>(to)[i] = i + zeros < bytes ? static_cast<const unsigned char*>(from)[i] : 0;
  }
}
__device__ inline void __pipeline_commit() {}
__device__ inline void __pipeline_wait_prior(size_t) {}
#pragma clang attribute pop
#endif
