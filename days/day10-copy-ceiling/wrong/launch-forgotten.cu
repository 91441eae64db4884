// expect verdict: wrong
// expect class: nothing-written
// The kernel is written and never launched.
#include <cstddef>

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i] + s * b[i];
}

void solve(const float*, float, const float*, float*, size_t) {}
