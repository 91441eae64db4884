// expect verdict: passed
// One allocation holds both arrays, the second at a multiple of 256 bytes.
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
  const size_t start = (bytes + 255) / 256 * 256 / sizeof(float);
  float* room = nullptr;
  cudaMalloc(&room, start * sizeof(float) + bytes);
  cudaMemcpy(room, x, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(room + start, y, bytes, cudaMemcpyHostToDevice);
  saxpy<<<static_cast<unsigned>((n + 255) / 256), 256>>>(room, room + start, a, n);
  cudaMemcpy(y, room + start, bytes, cudaMemcpyDeviceToHost);
  cudaFree(room);
}
