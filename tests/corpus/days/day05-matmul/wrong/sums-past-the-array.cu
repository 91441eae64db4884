// expect verdict: did not run
// expect class: illegal-address
// Five sums in an array of four.
#include <cstddef>

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  if (row < m && col < n) {
    float sums[4] = {0, 0, 0, 0};
    for (size_t l = 0; l < k; ++l) {
      sums[l % 5] += a[row * k + l] * b[l * n + col];
    }
    c[row * n + col] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
}

void solve(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const dim3 grid(static_cast<unsigned>((n + 15) / 16), static_cast<unsigned>((m + 15) / 16));
  multiply<<<grid, dim3(16, 16)>>>(a, b, c, m, n, k);
}
