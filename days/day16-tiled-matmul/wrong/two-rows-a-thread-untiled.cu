// expect verdict: correct, short of the target
// expect class: global-load-requests
// expect on a card verdict: correct, no faster than the naive kernel
// Each thread computes two rows without a tile: faster than the starter, and 1.5 requests a product where an eighth was
// asked for.
#include <cstddef>

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const size_t row = 2 * (blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y);
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < m && col < n) {
    const size_t second = row + 1 < m ? row + 1 : row;
    float sums[2] = {0.0f, 0.0f};
    for (size_t l = 0; l < k; ++l) {
      const float fromB = b[l * n + col];
      sums[0] += a[row * k + l] * fromB;
      sums[1] += a[second * k + l] * fromB;
    }
    c[row * n + col] = sums[0];
    c[second * n + col] = sums[1];
  }
}

void solve(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const dim3 grid(static_cast<unsigned>((n + 31) / 32), static_cast<unsigned>((m + 15) / 16));
  multiply<<<grid, dim3(32, 8)>>>(a, b, c, m, n, k);
}
