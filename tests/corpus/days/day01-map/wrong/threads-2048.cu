// expect verdict: did not run
// expect class: launch-refused
// 2,048 threads a block are refused, and nobody looks.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 2047) / 2048);
  scaleAndAdd<<<blocks, 2048>>>(a, x, y, out, n);
}
