// expect verdict: correct, short of the target
// expect class: bank-conflicts
// expect on a card verdict: passed
// [16][17]: a warp fills two rows of the tile at once, and the pad moves the second one into the banks of the first.
#include <cstddef>

constexpr unsigned tileDim = 16;
constexpr unsigned blockRows = 4;
constexpr unsigned rowsOfThread = tileDim / blockRows;

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  __shared__ float tileA[tileDim][tileDim + 1];
  __shared__ float tileB[tileDim][tileDim + 1];
  const size_t firstRow = blockIdx.y * static_cast<size_t>(tileDim);
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  float sums[rowsOfThread] = {};
  for (size_t first = 0; first < k; first += tileDim) {
    for (unsigned y = threadIdx.y; y < tileDim; y += blockRows) {
      const size_t row = firstRow + y;
      const size_t colA = first + threadIdx.x;
      const size_t rowB = first + y;
      tileA[y][threadIdx.x] = row < m && colA < k ? a[row * k + colA] : 0.0f;
      tileB[y][threadIdx.x] = rowB < k && col < n ? b[rowB * n + col] : 0.0f;
    }
    __syncthreads();
    for (unsigned l = 0; l < tileDim; ++l) {
      const float fromB = tileB[l][threadIdx.x];
      for (unsigned i = 0; i < rowsOfThread; ++i) {
        sums[i] += tileA[threadIdx.y + i * blockRows][l] * fromB;
      }
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < rowsOfThread; ++i) {
    const size_t row = firstRow + threadIdx.y + i * blockRows;
    if (row < m && col < n) {
      c[row * n + col] = sums[i];
    }
  }
}

void solve(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const dim3 grid(static_cast<unsigned>((n + tileDim - 1) / tileDim),
                  static_cast<unsigned>((m + tileDim - 1) / tileDim));
  multiply<<<grid, dim3(tileDim, blockRows)>>>(a, b, c, m, n, k);
}
