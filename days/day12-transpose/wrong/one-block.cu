// expect verdict: wrong
// expect class: one-block-only
// The grid has one block whatever the size.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const size_t row = tileRow * tileDim + threadIdx.x;
  const size_t col = tileCol * tileDim + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row < rows && col + j < cols) out[(col + j) * rows + row] = in[row * cols + (col + j)];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  transpose<<<1, dim3(tileDim, blockRows)>>>(in, out, rows, cols, (cols + tileDim - 1) / tileDim);
}
