// expect verdict: passed
// The number of warps by dividing instead of trying.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

void solve(const cudaDeviceProp& card, size_t n, int registersPerThread, size_t sharedBytesPerThread, dim3& grid,
           dim3& block) {
  const size_t warpSize = static_cast<size_t>(card.warpSize);
  const size_t perWarp = (static_cast<size_t>(registersPerThread) * warpSize + 255) / 256 * 256;
  size_t warps = static_cast<size_t>(card.maxThreadsPerBlock) / warpSize;
  warps = std::min(warps, static_cast<size_t>(card.regsPerBlock) / (4 * perWarp) * 4);
  if (sharedBytesPerThread > 0) {
    warps = std::min(warps, card.sharedMemPerBlock / (sharedBytesPerThread * warpSize));
  }
  block = dim3(static_cast<unsigned>(warpSize), static_cast<unsigned>(warps));
  const size_t blocks = (n + warps * warpSize - 1) / (warps * warpSize);
  const size_t x = std::min(blocks, static_cast<size_t>(card.maxGridSize[0]));
  const size_t y = std::min((blocks + x - 1) / x, static_cast<size_t>(card.maxGridSize[1]));
  grid =
      dim3(static_cast<unsigned>(x), static_cast<unsigned>(y), static_cast<unsigned>((blocks + x * y - 1) / (x * y)));
}
