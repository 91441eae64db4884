// expect verdict: wrong
// expect class: part-of-each-tile
// A block of 32 x 8 threads handles its tile of 32 x 32 once instead of four times.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  const size_t row = blockIdx.x / tileCols * tileDim + threadIdx.y;
  const size_t col = blockIdx.x % tileCols * tileDim + threadIdx.x;
  if (row < rows && col < cols) {
    out[col * rows + row] = in[row * cols + col];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, blockRows)>>>(in, out, rows, cols, tileCols);
}
