// expect verdict: wrong
// expect class: changed-input
// The kernel keeps its result in x as well.
#include <cuda_runtime.h>

#include <cstddef>

constexpr unsigned blockThreads = 256;

__global__ void step(float* x, float* y, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = 2.0f * y[i] + x[i];
    x[i] = x[i] + 0.0f * y[i];
  }
}

__global__ void clear(float* x, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    x[i] = 0.0f;
  }
}

void solve(const float* x, float* y, float* history, int steps, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  float* writable = const_cast<float*>(x);
  for (int s = 0; s < steps; ++s) {
    step<<<blocks, blockThreads>>>(writable, y, n);
    cudaDeviceSynchronize();
    history[s] = y[0];
  }
  clear<<<blocks, blockThreads>>>(writable, n);
}
