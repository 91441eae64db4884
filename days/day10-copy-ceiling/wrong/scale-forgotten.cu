// expect verdict: wrong
// expect class: term-weight
// a + b: the scalar is never used.
#include <cstddef>

__global__ void triad(const float* a, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void solve(const float* a, float, const float* b, float* out, size_t n) {
  triad<<<static_cast<unsigned>((n + 255) / 256), 256>>>(a, b, out, n);
}
