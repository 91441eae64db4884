// expect verdict: wrong
// expect class: left-early
// expect on a card class: edge-tiles-part-loaded
// Threads outside c return first, and then load nothing and meet no barrier.
#include <cstddef>

constexpr unsigned tileDim = 16;

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  __shared__ float tileA[tileDim][tileDim];
  __shared__ float tileB[tileDim][tileDim];
  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  if (row >= m || col >= n) {
    return;
  }
  float sum = 0.0f;
  for (size_t first = 0; first < k; first += tileDim) {
    const size_t colA = first + threadIdx.x;
    const size_t rowB = first + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = row < m && colA < k ? a[row * k + colA] : 0.0f;
    tileB[threadIdx.y][threadIdx.x] = rowB < k && col < n ? b[rowB * n + col] : 0.0f;
    __syncthreads();
    for (unsigned l = 0; l < tileDim; ++l) {
      sum += tileA[threadIdx.y][l] * tileB[l][threadIdx.x];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

void solve(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const dim3 grid(static_cast<unsigned>((n + tileDim - 1) / tileDim),
                  static_cast<unsigned>((m + tileDim - 1) / tileDim));
  multiply<<<grid, dim3(tileDim, tileDim)>>>(a, b, c, m, n, k);
}
