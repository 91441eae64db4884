// expect verdict: passed
// A grid of fixed size; each block takes tiles in turn, with a barrier on both sides of the tile.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols, size_t tiles) {
  __shared__ float tile[tileDim][tileDim + 1];
  for (size_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const size_t tileRow = t / tileCols;
    const size_t tileCol = t % tileCols;
    const size_t inCol = tileCol * tileDim + threadIdx.x;
    for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
      const size_t inRow = tileRow * tileDim + j;
      if (inRow < rows && inCol < cols) tile[j][threadIdx.x] = in[inRow * cols + inCol];
    }
    __syncthreads();
    const size_t outCol = tileRow * tileDim + threadIdx.x;
    for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
      const size_t outRow = tileCol * tileDim + j;
      if (outRow < cols && outCol < rows) out[outRow * rows + outCol] = tile[threadIdx.x][j];
    }
    __syncthreads();
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<640, dim3(tileDim, blockRows)>>>(in, out, rows, cols, tileCols, tileRows * tileCols);
}
