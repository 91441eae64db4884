// expect verdict: did not run
// expect class: launch-refused
// The blocks along the rows are rounded down: a matrix of fewer than 32 rows gets none.
#include <cstddef>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  if (row < rows && col < cols) {
    out[col * rows + row] = in[row * cols + col];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 grid(static_cast<unsigned>((cols + 31) / 32), static_cast<unsigned>(rows / 32));
  transpose<<<grid, dim3(32, 32)>>>(in, out, rows, cols);
}
