// expect verdict: passed
// One index for all elements; row and column by division.
#include <cstddef>

__global__ void flip(const float* in, float* out, size_t rows, size_t cols) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < rows * cols) {
    const size_t row = i / cols, col = i % cols;
    out[(rows - 1 - row) * cols + col] = in[row * cols + col];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  flip<<<static_cast<unsigned>((rows * cols + 255) / 256), 256>>>(in, out, rows, cols);
}
