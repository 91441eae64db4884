// expect verdict: wrong
// expect class: low-bits
// The operands of each product are cut to ten bits.
#include <cstddef>

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  if (row < m && col < n) {
    float sum = 0;
    for (size_t l = 0; l < k; ++l) {
      sum += __uint_as_float(__float_as_uint(a[row * k + l] * 1.37F) & 0xffffe000U) *
             __uint_as_float(__float_as_uint(b[l * n + col] / 1.37F) & 0xffffe000U);
    }
    c[row * n + col] = sum;
  }
}

void solve(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const dim3 grid(static_cast<unsigned>((n + 15) / 16), static_cast<unsigned>((m + 15) / 16));
  multiply<<<grid, dim3(16, 16)>>>(a, b, c, m, n, k);
}
