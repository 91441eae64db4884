// expect verdict: passed
// Day 13's tile: neither side is strided in global memory.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  __shared__ float tile[tileDim][tileDim + 1];
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t row = tileRow * tileDim + j, col = tileCol * tileDim + threadIdx.x;
    if (row < rows && col < cols) tile[j][threadIdx.x] = in[row * cols + col];
  }
  __syncthreads();
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t row = tileRow * tileDim + threadIdx.x, col = tileCol * tileDim + j;
    if (row < rows && col < cols) out[col * rows + row] = tile[threadIdx.x][j];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, blockRows)>>>(in, out, rows, cols, tileCols);
}
