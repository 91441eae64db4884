// expect verdict: wrong
// expect class: grid-y-limit
// grid.y is cut to its limit, and no loop takes the rows that are left.
#include <cstddef>

__global__ void flip(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < rows && col < cols) {
    out[(rows - 1 - row) * cols + col] = in[row * cols + col];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t needed = (rows + 7) / 8, blocksY = needed < 65535 ? needed : 65535;
  const dim3 grid(static_cast<unsigned>((cols + 31) / 32), static_cast<unsigned>(blocksY));
  flip<<<grid, dim3(32, 8)>>>(in, out, rows, cols);
}
