// Day 12, reference solution: the stride on the loads. threadIdx.x names the row of `in`, which is the column of `out`,
// so neighboring lanes store neighboring floats. Each load of a warp touches 32 sectors and uses one float of each. The
// other seven belong to columns of the same tile, and the block's other loads ask for them soon: L1 still has them.
#include <cstddef>

constexpr unsigned tileDim = 32;   // a block moves tileDim x tileDim elements
constexpr unsigned blockRows = 8;  // with tileDim x blockRows threads, so each thread moves four

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;

  const size_t row = tileRow * tileDim + threadIdx.x;
  const size_t col = tileCol * tileDim + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row < rows && col + j < cols) {
      out[(col + j) * rows + row] = in[row * cols + (col + j)];
    }
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, blockRows)>>>(in, out, rows, cols, tileCols);
}
