// expect verdict: passed
// Device memory and four copies: no page of managed memory is touched by a kernel.
#include <cuda_runtime.h>

#include <cstddef>

constexpr unsigned blockThreads = 256;

__global__ void step(const float* x, float* y, float* history, int s, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    const float next = 2.0f * y[i] + x[i];
    y[i] = next;
    if (i == 0) {
      history[s] = next;
    }
  }
}

void solve(const float* x, float* y, float* history, int steps, size_t n) {
  const size_t bytes = n * sizeof(float);
  const size_t historyBytes = static_cast<size_t>(steps) * sizeof(float);
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  float* xDevice = nullptr;
  float* yDevice = nullptr;
  float* historyDevice = nullptr;
  cudaMalloc(&xDevice, bytes);
  cudaMalloc(&yDevice, bytes);
  cudaMalloc(&historyDevice, historyBytes);
  cudaMemcpy(xDevice, x, bytes, cudaMemcpyDefault);
  cudaMemcpy(yDevice, y, bytes, cudaMemcpyDefault);
  for (int s = 0; s < steps; ++s) {
    step<<<blocks, blockThreads>>>(xDevice, yDevice, historyDevice, s, n);
  }
  cudaMemcpy(y, yDevice, bytes, cudaMemcpyDefault);
  cudaMemcpy(history, historyDevice, historyBytes, cudaMemcpyDefault);
  cudaFree(xDevice);
  cudaFree(yDevice);
  cudaFree(historyDevice);
}
