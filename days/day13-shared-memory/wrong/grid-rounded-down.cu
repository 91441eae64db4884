// expect verdict: wrong
// expect class: past-n-unwritten
// expect on a card class: partial-tile-unwritten
// The number of blocks is rounded down, so the rest past the last whole tile has no thread.
#include <algorithm>
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
  const unsigned tileCols = cols < tileDim ? 1 : static_cast<unsigned>(cols / tileDim);
  const unsigned tileRows = rows < tileDim ? 1 : static_cast<unsigned>(rows / tileDim);
  transpose<<<dim3(tileCols, tileRows), dim3(tileDim, blockRows)>>>(in, out, rows, cols);
}
