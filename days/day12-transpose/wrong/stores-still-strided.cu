// expect verdict: correct, no faster than the naive kernel
// Blocks of 32 x 32 threads and one element each, but lanes still run along a row of the input.
#include <cstddef>

constexpr unsigned tileDim = 32;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const size_t row = tileRow * tileDim + threadIdx.y;
  const size_t col = tileCol * tileDim + threadIdx.x;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, tileDim)>>>(in, out, rows, cols, tileCols);
}
