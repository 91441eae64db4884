// expect verdict: wrong
// expect class: one-block-only
// The grid has one block, and the kernel has no loop.
#include <cstddef>

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i] + s * b[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) { triad<<<1, 256>>>(a, s, b, out, n); }
