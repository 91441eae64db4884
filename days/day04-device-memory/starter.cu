// Day 4: SAXPY on arrays that live on the host, with no leak and no copy too many.
//
// solve() gets host pointers. Compute y[i] = a * x[i] + y[i] for every i below n on the device, and leave the result in
// y. When solve() returns, every byte of device memory it allocated must be free again.
//
// The version below gives the right values, and does two things that it should not: it forgets memory, and it copies
// bytes that nobody reads. Find both. ./harness day04 counts the bytes in each direction.
#include <cuda_runtime.h>

#include <cstddef>

constexpr unsigned blockThreads = 256;

// One thread an element. The guard keeps the last block's surplus threads out of the arrays; day 5 is about it.
__global__ void saxpy(const float* x, const float* y, float* out, float a, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(const float* x, float* y, float a, size_t n) {
  const size_t bytes = n * sizeof(float);
  float* xDevice = nullptr;
  float* yDevice = nullptr;
  float* outDevice = nullptr;
  cudaMalloc(&xDevice, bytes);
  cudaMalloc(&yDevice, bytes);
  cudaMalloc(&outDevice, bytes);

  cudaMemcpy(xDevice, x, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(yDevice, y, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(outDevice, y, bytes, cudaMemcpyHostToDevice);

  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  saxpy<<<blocks, blockThreads>>>(xDevice, yDevice, outDevice, a, n);

  cudaMemcpy(y, outDevice, bytes, cudaMemcpyDeviceToHost);
  cudaFree(xDevice);
  cudaFree(outDevice);
}
