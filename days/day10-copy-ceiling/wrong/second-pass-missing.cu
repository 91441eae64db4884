// expect verdict: wrong
// expect class: term-missing
// Two passes, of which only the first is launched.
#include <cstddef>

__global__ void scale(float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = s * b[i];
}

void solve(const float*, float s, const float* b, float* out, size_t n) {
  scale<<<static_cast<unsigned>((n + 255) / 256), 256>>>(s, b, out, n);
}
