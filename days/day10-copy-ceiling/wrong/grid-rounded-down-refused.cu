// expect verdict: did not run
// expect class: launch-refused
// n / 256 blocks: none at all for a short vector, and a grid of 0 blocks is refused.
#include <cstddef>

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i] + s * b[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  triad<<<static_cast<unsigned>(n / 256), 256>>>(a, s, b, out, n);
}
