// expect verdict: correct, short of the target
// expect class: copies-too-many
// A third array is uploaded and then overwritten.
#include <cuda_runtime.h>

#include <cstddef>

__global__ void saxpy(const float* x, const float* y, float* out, float a, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(const float* x, float* y, float a, size_t n) {
  const size_t bytes = n * sizeof(float);
  float *xDevice = nullptr, *yDevice = nullptr, *out = nullptr;
  cudaMalloc(&xDevice, bytes);
  cudaMalloc(&yDevice, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(xDevice, x, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(yDevice, y, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(out, y, bytes, cudaMemcpyHostToDevice);
  saxpy<<<static_cast<unsigned>((n + 255) / 256), 256>>>(xDevice, yDevice, out, a, n);
  cudaMemcpy(y, out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(xDevice);
  cudaFree(yDevice);
  cudaFree(out);
}
