// expect verdict: wrong
// The answer for the first card is given for all.
#include <cuda_runtime.h>

#include <cstddef>

void solve(const cudaDeviceProp& card, size_t n, int, size_t, dim3& grid, dim3& block) {
  static const unsigned threads = static_cast<unsigned>(card.maxThreadsPerBlock);
  static const unsigned blocks = static_cast<unsigned>((n + threads - 1) / threads);
  block = dim3(threads);
  grid = dim3(blocks);
}
