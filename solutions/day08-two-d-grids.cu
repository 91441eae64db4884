// Day 8, reference solution: rows on y, no more blocks there than a grid may have, and a loop for the rows that are
// left.
//
// The loop is day 7's, on one axis: a thread goes on by the number of rows that the whole grid covers. Columns stay on
// x, where a grid may have 2,147,483,647 blocks.
#include <algorithm>
#include <cstddef>

constexpr size_t gridLimitY = 65535;

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
  const dim3 block(32, 8);
  const size_t blocksY = std::min((rows + block.y - 1) / block.y, gridLimitY);
  const dim3 grid(static_cast<unsigned>((cols + block.x - 1) / block.x), static_cast<unsigned>(blocksY));
  flip<<<grid, block>>>(in, out, rows, cols);
}
