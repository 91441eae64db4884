// expect verdict: wrong
// expect class: past-n-unwritten
// n / 256 blocks, at least one: the rest of the division has no thread.
#include <cstddef>

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i] + s * b[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t blocks = n / 256;
  triad<<<static_cast<unsigned>(blocks == 0 ? 1 : blocks), 256>>>(a, s, b, out, n);
}
