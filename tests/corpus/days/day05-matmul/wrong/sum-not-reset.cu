// expect verdict: wrong
// expect class: accumulator-not-reset
// A thread works on two rows and does not clear its sum in between.
#include <cstddef>

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  float sum = 0;
  for (size_t row = blockIdx.y * 2; row < m && row < blockIdx.y * 2 + 2 && col < n; ++row) {
    for (size_t l = 0; l < k; ++l) {
      sum += a[row * k + l] * b[l * n + col];
    }
    c[row * n + col] = sum;
  }
}

void solve(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const dim3 grid(static_cast<unsigned>((n + 63) / 64), static_cast<unsigned>((m + 1) / 2));
  multiply<<<grid, 64>>>(a, b, c, m, n, k);
}
