// expect verdict: wrong
// expect class: part-of-each-tile
// Two elements a thread were planned: the grid is halved in each block, and the second element is missing.
#include <cstddef>

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(2 * blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i] + s * b[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  triad<<<static_cast<unsigned>((n + 511) / 512), 256>>>(a, s, b, out, n);
}
