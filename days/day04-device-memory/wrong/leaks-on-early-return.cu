// expect verdict: unsafe
// expect class: leakcheck
// Short arrays return before the frees.
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
  cudaMalloc(&yDevice, bytes);
  cudaMemcpy(xDevice, x, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(yDevice, y, bytes, cudaMemcpyHostToDevice);
  saxpy<<<static_cast<unsigned>((n + 255) / 256), 256>>>(xDevice, yDevice, a, n);
  cudaMemcpy(y, yDevice, bytes, cudaMemcpyDeviceToHost);
  if (n < 256) {
    return;
  }
  cudaFree(xDevice);
  cudaFree(yDevice);
}
