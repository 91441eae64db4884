// expect verdict: wrong
// expect class: one-result-for-several
// A thread has two columns, and stores the sum of the first in both.
#include <cstddef>

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const size_t col = 2 * (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x);
  const size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  if (row < m && col < n) {
    float first = 0, second = 0;
    for (size_t l = 0; l < k; ++l) {
      first += a[row * k + l] * b[l * n + col];
      if (col + 1 < n) {
        second += a[row * k + l] * b[l * n + col + 1];
      }
    }
    c[row * n + col] = first;
    if (col + 1 < n) {
      c[row * n + col + 1] = first;
    }
  }
}

void solve(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const dim3 grid(static_cast<unsigned>((n + 31) / 32), static_cast<unsigned>((m + 15) / 16));
  multiply<<<grid, dim3(16, 16)>>>(a, b, c, m, n, k);
}
