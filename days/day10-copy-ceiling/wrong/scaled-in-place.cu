// expect verdict: wrong
// expect class: changed-input
// b is scaled where it lies, to save the pass through out; b is an input.
#include <cstddef>

__global__ void scaleInPlace(float s, float* b, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) b[i] = s * b[i];
}

__global__ void add(const float* a, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  scaleInPlace<<<blocks, 256>>>(s, const_cast<float*>(b), n);
  add<<<blocks, 256>>>(a, b, out, n);
}
