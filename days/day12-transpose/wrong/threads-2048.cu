// expect verdict: did not run
// expect class: launch-refused
// A block of 32 x 64 threads is refused.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const size_t row = tileRow * tileDim + threadIdx.x;
  const size_t col = tileCol * tileDim + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += 64) {
    if (row < rows && col + j < cols) out[(col + j) * rows + row] = in[row * cols + (col + j)];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, 64)>>>(in, out, rows, cols, tileCols);
}
