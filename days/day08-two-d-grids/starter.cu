// Day 8: flip a matrix upside down, however tall it is.
//
// solve() gets device pointers to row-major floats, both rows x cols. Write out[rows - 1 - r][c] = in[r][c] for every
// cell, for any rows and cols, on the default stream. The harness synchronizes afterwards.
//
// The version below has rows on y and columns on x, in blocks of 32 x 8 threads. It is right until the grid needs more
// than 65,535 blocks in y, and then the launch is refused.
#include <cstddef>

__global__ void flip(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < rows && col < cols) {
    out[(rows - 1 - row) * cols + col] = in[row * cols + col];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 block(32, 8);
  const dim3 grid(static_cast<unsigned>((cols + block.x - 1) / block.x),
                  static_cast<unsigned>((rows + block.y - 1) / block.y));
  flip<<<grid, block>>>(in, out, rows, cols);
}
