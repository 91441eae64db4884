// expect verdict: wrong
// expect class: order-dependent
// Nothing is guarded, as if every size were a multiple of 16.
#include <cstddef>

constexpr unsigned side = 16;

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  __shared__ float tileA[side][side], tileB[side][side];
  const size_t col = blockIdx.x * static_cast<size_t>(side) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(side) + threadIdx.y;
  float sum = 0;
  for (size_t first = 0; first + side <= k; first += side) {
    tileA[threadIdx.y][threadIdx.x] = a[row * k + first + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + col];
    __syncthreads();
    for (unsigned l = 0; l < side; ++l) {
      sum += tileA[threadIdx.y][l] * tileB[l][threadIdx.x];
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

void solve(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const dim3 grid(static_cast<unsigned>((n + side - 1) / side), static_cast<unsigned>((m + side - 1) / side));
  multiply<<<grid, dim3(side, side)>>>(a, b, c, m, n, k);
}
