// expect verdict: wrong
// expect class: block-not-largest
// 256 threads, which is legal nearly everywhere and the largest nowhere.
#include <cuda_runtime.h>

#include <cstddef>

void solve(const cudaDeviceProp&, size_t n, int, size_t, dim3& grid, dim3& block) {
  block = dim3(256);
  grid = dim3(static_cast<unsigned>((n + 255) / 256));
}
