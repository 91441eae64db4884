// expect verdict: did not run
// expect class: launch-refused
// A block of 64 x 32 is 2,048 threads; 1,024 is the limit.
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
  const dim3 grid(static_cast<unsigned>((cols + 63) / 64), static_cast<unsigned>(rows < 65535 ? rows : 65535));
  flip<<<grid, dim3(64, 32)>>>(in, out, rows, cols);
}
