#pragma once
// What a card itself does: its fastest copy by a kernel, its clock, and a stream that waits. src/exercise/protocol.h
// has what for.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

namespace exercise {

/// A copy of 16 bytes a lane: with cudaMemcpy the fastest that a card moves bytes.
static __global__ void copyQuads(const uint4* in, uint4* out, std::size_t quads) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < quads; i += stride)
    out[i] = in[i];
}

/// Cycles of a multiprocessor and nanoseconds that 100 us of waiting took.
static __global__ void waitAndCount(long long* cyclesAndNanoseconds) {
#ifdef __CUDA_ARCH__
  long long began = 0, now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(began));
  const long long first = clock64();
  do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  while (now - began < 100000);
  cyclesAndNanoseconds[0] = clock64() - first;
  cyclesAndNanoseconds[1] = now - began;
#else
  static_cast<void>(cyclesAndNanoseconds);
#endif
}

/// Ends when `flags[0]` is set by the host, or after `nanoseconds`, and then sets `flags[1]`. Both lie in host memory.
static __global__ void waitForHost(volatile int* flags, long long nanoseconds) {
#ifdef __CUDA_ARCH__
  long long began = 0, now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(began));
  while (flags[0] == 0) {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    if (now - began < nanoseconds) continue;
    flags[1] = 1;
    return;
  }
#else
  static_cast<void>(flags), static_cast<void>(nanoseconds);
#endif
}

/// Copies `bytes`, a multiple of 16, on the default stream.
inline void launchWideCopy(const void* from, void* to, std::size_t bytes) {
  const std::size_t quads = bytes / sizeof(uint4);
  const unsigned blocks = static_cast<unsigned>(std::min<std::size_t>((quads + 255) / 256, std::size_t{1} << 20));
  copyQuads<<<std::max(blocks, 1U), 256>>>(static_cast<const uint4*>(from), static_cast<uint4*>(to), quads);
}

inline void launchClock(long long* cyclesAndNanoseconds) { waitAndCount<<<1, 1>>>(cyclesAndNanoseconds); }

inline void launchHold(volatile int* flags, long long nanoseconds) { waitForHost<<<1, 1>>>(flags, nanoseconds); }

}  // namespace exercise
