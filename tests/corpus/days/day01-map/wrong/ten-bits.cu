// expect verdict: wrong
// expect class: low-bits
// x is cut to ten bits.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a * __uint_as_float(__float_as_uint(x[i]) & 0xffffe000U) + y[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  scaleAndAdd<<<blocks, 256>>>(a, x, y, out, n);
}
