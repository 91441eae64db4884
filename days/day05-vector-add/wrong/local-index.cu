// expect verdict: wrong
// expect class: one-block-only
// threadIdx.x alone: every block writes the first 256 elements.
#include <cstddef>

__global__ void add(const float* a, const float* b, float* out, size_t n) {
  const size_t i = threadIdx.x;
  if (i < n) {
    out[i] = a[i] + b[i];
  }
}

void solve(const float* a, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  add<<<blocks, 256>>>(a, b, out, n);
}
