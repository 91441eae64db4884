// expect verdict: passed
// Managed memory: the host writes and reads the same pointers, and no copy is called for.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstring>

__global__ void saxpy(const float* x, float* y, float a, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

void solve(const float* x, float* y, float a, size_t n) {
  const size_t bytes = n * sizeof(float);
  float* both[2] = {};
  cudaMallocManaged(&both[0], bytes);
  cudaMallocManaged(&both[1], bytes);
  std::memcpy(both[0], x, bytes);
  std::memcpy(both[1], y, bytes);
  saxpy<<<static_cast<unsigned>((n + 255) / 256), 256>>>(both[0], both[1], a, n);
  cudaDeviceSynchronize();
  std::memcpy(y, both[1], bytes);
  cudaFree(both[0]);
  cudaFree(both[1]);
}
