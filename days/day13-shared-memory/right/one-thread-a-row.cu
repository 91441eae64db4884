// expect verdict: correct, no faster than the naive kernel
// One thread copies a whole row into a column: right, and scattered on both sides.
#include <cstddef>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) return;
  for (size_t col = 0; col < cols; ++col) {
    out[col * rows + row] = in[row * cols + col];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  transpose<<<static_cast<unsigned>((rows + 255) / 256), 256>>>(in, out, rows, cols);
}
