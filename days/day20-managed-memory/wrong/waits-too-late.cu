// expect verdict: wrong
// expect class: history-read-early
// The host waits at the top of the loop, so it reads y[0] before the step it has just asked for.
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
  for (int s = 0; s < steps; ++s) {
    cudaDeviceSynchronize();
    history[s] = y[0];
    step<<<blocks, blockThreads>>>(x, y, n);
  }
}
