// expect verdict: wrong
// expect class: index-overflow
// The index is kept in 16 bits and starts again at 65,536.
#include <cstddef>

__global__ void add(const float* a, const float* b, float* out, size_t n) {
  const unsigned short i = static_cast<unsigned short>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    out[i] = a[i] + b[i];
  }
}

void solve(const float* a, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  add<<<blocks, 256>>>(a, b, out, n);
}
