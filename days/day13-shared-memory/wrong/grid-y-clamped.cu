// expect verdict: wrong
// expect class: grid-y-limit
// Tiles by row are on grid.y, cut to its limit of 65,535 with no loop for the rest.
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
  const unsigned tileCols = static_cast<unsigned>((cols + tileDim - 1) / tileDim);
  const unsigned tileRows = static_cast<unsigned>(std::min<size_t>((rows + tileDim - 1) / tileDim, 65535));
  transpose<<<dim3(tileCols, tileRows), dim3(tileDim, blockRows)>>>(in, out, rows, cols);
}
