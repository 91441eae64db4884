// expect verdict: wrong
// expect class: partial-warp
// The largest number of threads, whole warps or not.
#include <cuda_runtime.h>

#include <cstddef>

void solve(const cudaDeviceProp& card, size_t n, int, size_t, dim3& grid, dim3& block) {
  const unsigned threads = static_cast<unsigned>(card.maxThreadsPerBlock) - 24;
  block = dim3(threads);
  grid = dim3(static_cast<unsigned>((n + threads - 1) / threads));
}
