// expect verdict: correct, no faster than the naive kernel
// One kernel more than the starter: the copy of a into out is a pass of its own.
#include <cstddef>

__global__ void put(const float* a, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = a[i];
}

__global__ void addScaled(float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = out[i] + s * b[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  put<<<blocks, 256>>>(a, out, n);
  addScaled<<<blocks, 256>>>(s, b, out, n);
}
