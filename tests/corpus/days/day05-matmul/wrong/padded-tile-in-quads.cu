// expect verdict: did not run
// expect class: misaligned-address
// A row of the tile is 17 floats, and is read in accesses of 16 bytes.
#include <cstddef>

constexpr unsigned side = 16;

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  // One column more than needed, against bank conflicts.
  __shared__ __align__(16) float tileA[side][side + 1], tileB[side][side];
  const size_t col = blockIdx.x * static_cast<size_t>(side) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(side) + threadIdx.y;
  float sum = 0;
  for (size_t first = 0; first < k; first += side) {
    tileA[threadIdx.y][threadIdx.x] = row < m && first + threadIdx.x < k ? a[row * k + first + threadIdx.x] : 0;
    tileB[threadIdx.y][threadIdx.x] = col < n && first + threadIdx.y < k ? b[(first + threadIdx.y) * n + col] : 0;
    __syncthreads();
    for (unsigned l = 0; l < side; l += 4) {
      const float4 quad = *reinterpret_cast<const float4*>(&tileA[threadIdx.y][l]);
      sum += quad.x * tileB[l][threadIdx.x] + quad.y * tileB[l + 1][threadIdx.x] + quad.z * tileB[l + 2][threadIdx.x] +
             quad.w * tileB[l + 3][threadIdx.x];
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
