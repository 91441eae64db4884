// expect verdict: wrong
// expect class: past-n-unwritten
// expect on a card class: partial-tile-unwritten
// The number of blocks in x is rounded down: the last columns have no thread.
#include <cstddef>

__global__ void flip(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t rowStride = static_cast<size_t>(gridDim.y) * blockDim.y;
  for (size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y; row < rows; row += rowStride) {
    if (col < cols) {
      out[(rows - 1 - row) * cols + col] = in[row * cols + col];
    }
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t needed = (rows + 7) / 8, blocksY = needed < 65535 ? needed : 65535;
  const dim3 grid(static_cast<unsigned>(cols > 31 ? cols / 32 : 1), static_cast<unsigned>(blocksY));
  flip<<<grid, dim3(32, 8)>>>(in, out, rows, cols);
}
