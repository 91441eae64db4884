// expect verdict: wrong
// expect class: one-step-too-few
// The loop over the steps begins at 1.
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
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  for (int s = 1; s < steps; ++s) {
    step<<<blocks, blockThreads>>>(x, y, n);
    cudaDeviceSynchronize();
    history[s] = y[0];
  }
}
