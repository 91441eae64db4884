// expect verdict: did not run
// expect class: illegal-address
// The second buffer comes from std::malloc, and the kernel gets it.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdlib>

constexpr unsigned blockThreads = 256;

__global__ void step(const float* x, const float* y, float* next, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    next[i] = 2.0f * y[i] + x[i];
  }
}

void solve(const float* x, float* y, float* history, int steps, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  float* next = static_cast<float*>(std::malloc(n * sizeof(float)));
  for (int s = 0; s < steps; ++s) {
    step<<<blocks, blockThreads>>>(x, y, next, n);
    cudaDeviceSynchronize();
    for (size_t i = 0; i < n; ++i) {
      y[i] = next[i];
    }
    history[s] = y[0];
  }
  std::free(next);
}
