// expect verdict: wrong
// expect class: index-overflow
// An index of 16 bits ends at 65,535 and starts again.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  const unsigned short i = static_cast<unsigned short>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  scaleAndAdd<<<blocks, 256>>>(a, x, y, out, n);
}
