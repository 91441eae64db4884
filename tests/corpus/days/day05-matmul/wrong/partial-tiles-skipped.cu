// expect verdict: wrong
// expect class: partial-tile-unwritten
// Blocks that are not wholly inside do nothing.
#include <cstddef>

constexpr unsigned side = 16;

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  __shared__ float tileA[side][side], tileB[side][side];
  const size_t col = blockIdx.x * static_cast<size_t>(side) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(side) + threadIdx.y;
  if ((blockIdx.x + 1) * side > n || (blockIdx.y + 1) * side > m) {
    return;
  }
  float sum = 0;
  for (size_t first = 0; first < k; first += side) {
    tileA[threadIdx.y][threadIdx.x] = row < m && first + threadIdx.x < k ? a[row * k + first + threadIdx.x] : 0;
    tileB[threadIdx.y][threadIdx.x] = col < n && first + threadIdx.y < k ? b[(first + threadIdx.y) * n + col] : 0;
    __syncthreads();
    for (unsigned l = 0; l < side; ++l) {
      sum += tileA[threadIdx.y][l] * tileB[l][threadIdx.x];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

void solve(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const dim3 grid(static_cast<unsigned>((n + side - 1) / side), static_cast<unsigned>((m + side - 1) / side));
  multiply<<<grid, dim3(side, side)>>>(a, b, c, m, n, k);
}
