// expect verdict: wrong
// expect class: past-n-unwritten
// expect on a card class: partial-tile-unwritten
// The grid has as many blocks in x as there are tiles by row, and the kernel counts columns in x.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  const size_t row0 = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row0 + j < rows && col < cols) {
      out[col * rows + row0 + j] = in[(row0 + j) * cols + col];
    }
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const unsigned tileCols = static_cast<unsigned>((cols + tileDim - 1) / tileDim);
  const unsigned tileRows = static_cast<unsigned>((rows + tileDim - 1) / tileDim);
  transpose<<<dim3(tileRows, tileCols), dim3(tileDim, blockRows)>>>(in, out, rows, cols);
}
