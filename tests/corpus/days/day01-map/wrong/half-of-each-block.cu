// expect verdict: wrong
// expect class: part-of-each-tile
// Only the first half of each block works.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n && threadIdx.x < 128) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  scaleAndAdd<<<blocks, 256>>>(a, x, y, out, n);
}
