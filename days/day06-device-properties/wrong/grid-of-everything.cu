// expect verdict: wrong
// expect class: too-many-blocks
// The largest grid there is covers everything, and much more.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

namespace {

size_t dividedUp(size_t value, size_t by) { return (value + by - 1) / by; }
size_t roundedUp(size_t value, size_t unit) { return dividedUp(value, unit) * unit; }

// Whether a block of so many warps has the threads, registers and shared memory it needs.
bool fits(const cudaDeviceProp& card, size_t warps, size_t registersPerThread, size_t sharedBytesPerThread) {
  const size_t warpSize = static_cast<size_t>(card.warpSize);
  const size_t registers = roundedUp(warps, 4) * roundedUp(registersPerThread * warpSize, 256);
  return warps * warpSize <= static_cast<size_t>(card.maxThreadsPerBlock) &&
         registers <= static_cast<size_t>(card.regsPerBlock) &&
         warps * warpSize * sharedBytesPerThread <= card.sharedMemPerBlock;
}

}  // namespace

void solve(const cudaDeviceProp& card, size_t n, int registersPerThread, size_t sharedBytesPerThread, dim3& grid,
           dim3& block) {
  size_t warps = static_cast<size_t>(card.maxThreadsPerBlock / card.warpSize);
  while (warps > 1 && !fits(card, warps, static_cast<size_t>(registersPerThread), sharedBytesPerThread)) {
    --warps;
  }
  // One warp a row: no limit on an axis of a block is below a warp, nor below the number of warps.
  block = dim3(static_cast<unsigned>(card.warpSize), static_cast<unsigned>(warps));

  (void)n;
  grid = dim3(static_cast<unsigned>(card.maxGridSize[0]), static_cast<unsigned>(card.maxGridSize[1]));
}
