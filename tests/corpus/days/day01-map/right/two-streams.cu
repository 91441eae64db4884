// expect verdict: passed
// Halves on two streams, which wait for the default one.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t half = n / 2, rest = n - half;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  if (half > 0) {
    scaleAndAdd<<<static_cast<unsigned>((half + 255) / 256), 256, 0, first>>>(a, x, y, out, half);
  }
  scaleAndAdd<<<static_cast<unsigned>((rest + 255) / 256), 256, 0, second>>>(a, x + half, y + half, out + half, rest);
  cudaStreamSynchronize(first);
  cudaStreamSynchronize(second);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
