// expect verdict: passed
// A stream of its own, its own allocations, and a wait at the end.
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
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  float *xDevice = nullptr, *yDevice = nullptr;
  cudaMallocAsync(&xDevice, bytes, stream);
  cudaMallocAsync(&yDevice, bytes, stream);
  cudaMemcpyAsync(xDevice, x, bytes, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(yDevice, y, bytes, cudaMemcpyHostToDevice, stream);
  saxpy<<<static_cast<unsigned>((n + 255) / 256), 256, 0, stream>>>(xDevice, yDevice, a, n);
  cudaMemcpyAsync(y, yDevice, bytes, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(xDevice, stream);
  cudaFreeAsync(yDevice, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}
