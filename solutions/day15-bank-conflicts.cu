// Day 15, reference solution: a swizzled tile. No bank conflict, and no byte more than the tile needs.
//
// Element (r, c) of the tile lies in row r, column c ^ r. Along a row r is fixed and c takes 32 values, so c ^ r does,
// too: 32 banks. Down a column c is fixed and r takes 32 values, so c ^ r does, too: 32 banks. A row of
// tileDim + 1 floats does the same for 128 bytes more.
#include <cstddef>

constexpr unsigned tileDim = 32;   // a block moves a tile of tileDim x tileDim elements
constexpr unsigned blockRows = 8;  // with tileDim x blockRows threads, so each thread moves four

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  __shared__ float tile[tileDim][tileDim];
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;

  const size_t inCol = tileCol * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t inRow = tileRow * tileDim + j;
    if (inRow < rows && inCol < cols) {
      tile[j][threadIdx.x ^ j] = in[inRow * cols + inCol];  // row j, column threadIdx.x
    }
  }
  __syncthreads();

  const size_t outCol = tileRow * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t outRow = tileCol * tileDim + j;
    if (outRow < cols && outCol < rows) {
      out[outRow * rows + outCol] = tile[threadIdx.x][j ^ threadIdx.x];  // row threadIdx.x, column j
    }
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, blockRows)>>>(in, out, rows, cols, tileCols);
}
