// expect verdict: passed
// Pairs of rows change places, and the middle row is one of its own.
#include <cstddef>

__global__ void flip(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t rowStride = static_cast<size_t>(gridDim.y) * blockDim.y;
  for (size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y; row < (rows + 1) / 2;
       row += rowStride) {
    if (col < cols) {
      const size_t other = rows - 1 - row;
      out[other * cols + col] = in[row * cols + col];
      if (other != row) out[row * cols + col] = in[other * cols + col];
    }
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t needed = (rows + 7) / 8, blocksY = needed < 65535 ? needed : 65535;
  const dim3 grid(static_cast<unsigned>((cols + 31) / 32), static_cast<unsigned>(blocksY));
  flip<<<grid, dim3(32, 8)>>>(in, out, rows, cols);
}
