// expect verdict: wrong
// expect class: launch-error-lost
// Checks nothing: the starter, after waiting.
#include <cstddef>

__global__ void doubleAll(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {  // the last block may have threads past the end; day 5 is about this line
    out[i] = 2.0f * in[i];
  }
}

__global__ void stamp(unsigned* receipt, size_t n) { *receipt = static_cast<unsigned>(n); }

cudaError_t solve(const float* in, size_t n, unsigned threads, size_t bytes, float** result, unsigned* receipt) {
  cudaMalloc(result, bytes);
  doubleAll<<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(in, *result, n);
  stamp<<<1, 1>>>(receipt, n);
  cudaDeviceSynchronize();
  return cudaSuccess;
}
