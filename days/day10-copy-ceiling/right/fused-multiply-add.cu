// expect verdict: passed
// fmaf() rounds once where a product and a sum round twice.
#include <cstddef>

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = fmaf(s, b[i], a[i]);
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  triad<<<static_cast<unsigned>((n + 255) / 256), 256>>>(a, s, b, out, n);
}
