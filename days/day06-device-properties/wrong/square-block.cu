// expect verdict: wrong
// expect class: block-too-large
// 64 x 64 threads: each axis is legal, and the product is not.
#include <cuda_runtime.h>

#include <cstddef>

void solve(const cudaDeviceProp&, size_t n, int, size_t, dim3& grid, dim3& block) {
  block = dim3(64, 64);
  grid = dim3(static_cast<unsigned>((n + 4095) / 4096));
}
