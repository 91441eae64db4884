// expect verdict: unsafe
// expect class: memcheck
// expect on a card class: wrote-outside
// The guard says <= where it should say <: one element past the end is read and written.
#include <cstddef>

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i <= n) out[i] = a[i] + s * b[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  triad<<<static_cast<unsigned>((n + 255) / 256), 256>>>(a, s, b, out, n);
}
