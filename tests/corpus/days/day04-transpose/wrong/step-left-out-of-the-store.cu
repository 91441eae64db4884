// expect verdict: wrong
// expect class: misplaced-in-tile
// 32 x 8 threads load four rows each and store the first of them four times.
#include <cstddef>

constexpr unsigned tileDim = 32, blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float tile[tileDim][tileDim + 1];
  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row + j < rows && col < cols) {
      tile[threadIdx.y + j][threadIdx.x] = in[(row + j) * cols + col];
    }
  }
  __syncthreads();
  const size_t outRow = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.y;
  const size_t outCol = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.x;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (outRow + j < cols && outCol < rows) {
      out[(outRow + j) * rows + outCol] = tile[threadIdx.x][threadIdx.y];
    }
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 grid(static_cast<unsigned>((cols + 31) / 32), static_cast<unsigned>((rows + 31) / 32));
  transpose<<<grid, dim3(tileDim, blockRows)>>>(in, out, rows, cols);
}
