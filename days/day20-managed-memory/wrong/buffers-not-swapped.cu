// expect verdict: wrong
// expect class: one-step-only
// Each step reads y and writes a second buffer, and the two are never swapped.
#include <cuda_runtime.h>

#include <cstddef>

constexpr unsigned blockThreads = 256;

__global__ void step(const float* x, const float* y, float* next, float* history, int s, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    next[i] = 2.0f * y[i] + x[i];
    if (i == 0) {
      history[s] = next[i];
    }
  }
}

void solve(const float* x, float* y, float* history, int steps, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  float* next = nullptr;
  cudaMallocManaged(&next, n * sizeof(float));
  for (int s = 0; s < steps; ++s) {
    step<<<blocks, blockThreads>>>(x, y, next, history, s, n);
  }
  cudaDeviceSynchronize();
  for (size_t i = 0; i < n; ++i) {
    y[i] = next[i];
  }
  cudaFree(next);
}
