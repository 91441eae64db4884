// expect verdict: correct, no faster than the naive kernel
// expect on a card verdict: correct, short of the target
// No tile at all, one element a thread in blocks of 32 x 32: right, and its stores are as scattered as the starter's.
#include <cstddef>

constexpr unsigned side = 32;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  const size_t row = blockIdx.x / tileCols * side + threadIdx.y;
  const size_t col = blockIdx.x % tileCols * side + threadIdx.x;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + side - 1) / side;
  const size_t tileCols = (cols + side - 1) / side;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(side, side)>>>(in, out, rows, cols, tileCols);
}
