// expect verdict: wrong
// expect class: past-n-unwritten
// The block and the thread number are added without the block size.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t i = blockIdx.x + threadIdx.x;
  if (i < n) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  scaleAndAdd<<<blocks, 256>>>(a, x, y, out, n);
}
