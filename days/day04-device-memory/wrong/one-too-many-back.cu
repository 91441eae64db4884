// expect verdict: unsafe
// expect class: wrote-outside
// One float more is copied back than y has room for.
#include <cuda_runtime.h>

#include <cstddef>

__global__ void saxpy(const float* x, float* y, float a, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

void solve(const float* x, float* y, float a, size_t n) {
  const size_t bytes = n * sizeof(float);
  float *xDevice = nullptr, *yDevice = nullptr;
  cudaMalloc(&xDevice, bytes);
  cudaMalloc(&yDevice, bytes + 4);
  cudaMemset(yDevice, 0, bytes + 4);
  cudaMemcpy(xDevice, x, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(yDevice, y, bytes, cudaMemcpyHostToDevice);
  saxpy<<<static_cast<unsigned>((n + 255) / 256), 256>>>(xDevice, yDevice, a, n);
  cudaMemcpy(y, yDevice, bytes + 4, cudaMemcpyDeviceToHost);
  cudaFree(xDevice);
  cudaFree(yDevice);
}
