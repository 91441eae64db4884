// expect verdict: wrong
// expect class: false-alarm
// expect on a card class: another-error
// 1,024 threads are allowed.
#include <cstddef>

__global__ void doubleAll(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {  // the last block may have threads past the end; day 5 is about this line
    out[i] = 2.0f * in[i];
  }
}

__global__ void stamp(unsigned* receipt, size_t n) { *receipt = static_cast<unsigned>(n); }

// Frees the buffer and takes the pending error away.
static cudaError_t giveUp(float** result, cudaError_t error) {
  cudaFree(*result);
  *result = nullptr;
  cudaGetLastError();
  return error;
}

cudaError_t solve(const float* in, size_t n, unsigned threads, size_t bytes, float** result, unsigned* receipt) {
  cudaError_t error = cudaMalloc(result, bytes);
  if (error != cudaSuccess) return giveUp(result, error);
  if (threads >= 1024) return giveUp(result, cudaErrorInvalidConfiguration);

  doubleAll<<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(in, *result, n);
  error = cudaGetLastError();
  if (error != cudaSuccess) return giveUp(result, error);

  stamp<<<1, 1>>>(receipt, n);
  error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return giveUp(result, error);
  return cudaSuccess;
}
