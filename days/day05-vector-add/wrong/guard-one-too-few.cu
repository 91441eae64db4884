// expect verdict: wrong
// expect class: past-n-unwritten
// i < n - 1 loses the last element.
#include <cstddef>

__global__ void add(const float* a, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n - 1) {
    out[i] = a[i] + b[i];
  }
}

void solve(const float* a, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  add<<<blocks, 256>>>(a, b, out, n);
}
