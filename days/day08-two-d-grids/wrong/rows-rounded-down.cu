// expect verdict: wrong
// expect class: past-n-unwritten
// The number of blocks in y is rounded down and nothing loops: the last rows have no thread.
#include <cstddef>

__global__ void flip(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.y) + threadIdx.y;
  const size_t col = blockIdx.y * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < rows && col < cols) {
    out[(rows - 1 - row) * cols + col] = in[row * cols + col];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 grid(static_cast<unsigned>(rows > 7 ? rows / 8 : 1), static_cast<unsigned>((cols + 31) / 32));
  flip<<<grid, dim3(32, 8)>>>(in, out, rows, cols);
}
