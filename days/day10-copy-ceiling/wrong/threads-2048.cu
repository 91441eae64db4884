// expect verdict: did not run
// expect class: launch-refused
// A block of 2,048 threads is refused.
#include <cstddef>

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i] + s * b[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  triad<<<static_cast<unsigned>((n + 2047) / 2048), 2048>>>(a, s, b, out, n);
}
