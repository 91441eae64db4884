// expect verdict: passed
// Tiles by row on grid.y, with a loop past its limit.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float tile[tileDim][tileDim + 1];
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t inCol = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  for (size_t tileRow = blockIdx.y; tileRow < tileRows; tileRow += gridDim.y) {
    for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
      const size_t inRow = tileRow * tileDim + j;
      if (inRow < rows && inCol < cols) tile[j][threadIdx.x] = in[inRow * cols + inCol];
    }
    __syncthreads();
    const size_t outCol = tileRow * tileDim + threadIdx.x;
    for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
      const size_t outRow = blockIdx.x * static_cast<size_t>(tileDim) + j;
      if (outRow < cols && outCol < rows) out[outRow * rows + outCol] = tile[threadIdx.x][j];
    }
    __syncthreads();
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const unsigned tileCols = static_cast<unsigned>((cols + tileDim - 1) / tileDim);
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const unsigned gridRows = static_cast<unsigned>(tileRows < 65535 ? tileRows : 65535);
  transpose<<<dim3(tileCols, gridRows), dim3(tileDim, blockRows)>>>(in, out, rows, cols);
}
