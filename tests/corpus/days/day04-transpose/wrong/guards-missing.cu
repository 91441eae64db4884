// expect verdict: wrong
// expect class: order-dependent
// The tile is moved without guards, as if every size were a multiple of 32.
#include <cstddef>

constexpr unsigned side = 32, blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float tile[side][side + 1];
  const size_t col = blockIdx.x * static_cast<size_t>(side) + threadIdx.x;
  const size_t top = blockIdx.y * static_cast<size_t>(side);
  for (unsigned j = threadIdx.y; j < side; j += blockRows) {
    tile[j][threadIdx.x] = in[(top + j) * cols + col];
  }
  __syncthreads();
  const size_t outCol = top + threadIdx.x;
  const size_t left = blockIdx.x * static_cast<size_t>(side);
  for (unsigned j = threadIdx.y; j < side; j += blockRows) {
    out[(left + j) * rows + outCol] = tile[threadIdx.x][j];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 grid(static_cast<unsigned>((cols + side - 1) / side), static_cast<unsigned>((rows + side - 1) / side));
  transpose<<<grid, dim3(side, blockRows)>>>(in, out, rows, cols);
}
