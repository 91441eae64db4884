// expect verdict: wrong
// expect class: past-n-unwritten
// The number of blocks is rounded down, and at least one.
#include <cuda_runtime.h>

#include <cstddef>

constexpr unsigned blockThreads = 256;

__global__ void step(const float* x, float* y, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = 2.0f * y[i] + x[i];
  }
}

void solve(const float* x, float* y, float* history, int steps, size_t n) {
  const unsigned whole = static_cast<unsigned>(n / blockThreads);
  const unsigned blocks = whole > 0 ? whole : 1;
  for (int s = 0; s < steps; ++s) {
    step<<<blocks, blockThreads>>>(x, y, n);
    cudaDeviceSynchronize();
    history[s] = y[0];
  }
}
