// expect verdict: did not run
// The upload of x says it goes to the host.
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
  cudaMemcpy(xDevice, x, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(yDevice, y, bytes, cudaMemcpyHostToDevice);
  saxpy<<<static_cast<unsigned>((n + 255) / 256), 256>>>(xDevice, yDevice, a, n);
  cudaMemcpy(y, yDevice, bytes, cudaMemcpyDeviceToHost);
  cudaFree(xDevice);
  cudaFree(yDevice);
}
