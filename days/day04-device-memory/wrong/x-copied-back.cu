// expect verdict: correct, short of the target
// expect class: copies-too-many
// x comes back unchanged, and is thrown away.
#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

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
  std::vector<float> back(n);
  cudaMemcpy(back.data(), xDevice, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(y, yDevice, bytes, cudaMemcpyDeviceToHost);
  cudaFree(xDevice);
  cudaFree(yDevice);
}
