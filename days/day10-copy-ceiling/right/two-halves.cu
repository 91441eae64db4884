// expect verdict: passed
// Two launches, each over one half of the vector: two passes over nothing.
#include <cstddef>

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i] + s * b[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t half = n / 2;
  if (half != 0) triad<<<static_cast<unsigned>((half + 255) / 256), 256>>>(a, s, b, out, half);
  triad<<<static_cast<unsigned>((n - half + 255) / 256), 256>>>(a + half, s, b + half, out + half, n - half);
}
