// expect verdict: passed
// Blocks of 100 threads: no multiple of a warp.
#include <cstddef>

__global__ void add(const float* a, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + b[i];
  }
}

void solve(const float* a, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 99) / 100);
  add<<<blocks, 100>>>(a, b, out, n);
}
