// expect verdict: wrong
// expect class: term-missing
// The second pass writes a where it should add it.
#include <cstddef>

__global__ void scale(float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = s * b[i];
}

__global__ void put(const float* a, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  scale<<<blocks, 256>>>(s, b, out, n);
  put<<<blocks, 256>>>(a, out, n);
}
