// expect verdict: passed
// Each thread makes a row of c.
#include <cstddef>

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  for (size_t col = 0; row < m && col < n; ++col) {
    float sum = 0;
    for (size_t l = 0; l < k; ++l) {
      sum += a[row * k + l] * b[l * n + col];
    }
    c[row * n + col] = sum;
  }
}

void solve(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  multiply<<<static_cast<unsigned>((m + 31) / 32), 32>>>(a, b, c, m, n, k);
}
