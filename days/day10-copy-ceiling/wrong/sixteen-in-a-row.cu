// expect verdict: correct, no faster than the naive kernel
// One pass, but each thread walks over 16 neighbors, so that the lanes of a warp are 64 bytes apart.
#include <cstddef>

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t first = 16 * (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x);
  for (size_t i = first; i < first + 16 && i < n; ++i) out[i] = a[i] + s * b[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t threads = (n + 15) / 16;
  triad<<<static_cast<unsigned>((threads + 255) / 256), 256>>>(a, s, b, out, n);
}
