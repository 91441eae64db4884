// expect verdict: wrong
// expect class: swapped-stride
// The output is written with a row length of cols: right only for square matrices.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const size_t row = tileRow * tileDim + threadIdx.x;
  const size_t col = tileCol * tileDim + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row < rows && col + j < cols)
      if ((col + j) * cols + row < rows * cols) out[(col + j) * cols + row] = in[row * cols + (col + j)];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, blockRows)>>>(in, out, rows, cols, tileCols);
}
