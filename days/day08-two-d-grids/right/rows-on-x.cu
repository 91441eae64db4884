// expect verdict: passed
// Rows on x, where the limit is 2^31 - 1, and columns on y with a loop.
#include <cstddef>

__global__ void flip(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.y) + threadIdx.y;
  if (row >= rows) return;
  const size_t colStride = static_cast<size_t>(gridDim.y) * blockDim.x;
  for (size_t col = blockIdx.y * static_cast<size_t>(blockDim.x) + threadIdx.x; col < cols; col += colStride) {
    out[(rows - 1 - row) * cols + col] = in[row * cols + col];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t needed = (cols + 31) / 32;
  const dim3 grid(static_cast<unsigned>((rows + 7) / 8), static_cast<unsigned>(needed < 65535 ? needed : 65535));
  flip<<<grid, dim3(32, 8)>>>(in, out, rows, cols);
}
