// expect verdict: did not run
// expect class: launch-refused
// n / 256 blocks: none at all below 256 elements.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>(n / 256);
  scaleAndAdd<<<blocks, 256>>>(a, x, y, out, n);
}
