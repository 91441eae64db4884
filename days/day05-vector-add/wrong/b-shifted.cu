// expect verdict: wrong
// expect class: operand-shifted
// b is read one element further.
#include <cstddef>

__global__ void add(const float* a, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + b[i + 1 < n ? i + 1 : i];
  }
}

void solve(const float* a, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  add<<<blocks, 256>>>(a, b, out, n);
}
