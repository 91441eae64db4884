// expect verdict: passed
// Several launches, each of at most 65,535 blocks in y.
#include <cstddef>

__global__ void flip(const float* in, float* out, size_t rows, size_t cols, size_t firstRow) {
  const size_t row = firstRow + blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < rows && col < cols) {
    out[(rows - 1 - row) * cols + col] = in[row * cols + col];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  constexpr size_t most = 65535;
  for (size_t firstRow = 0; firstRow < rows; firstRow += most * 8) {
    const size_t needed = (rows - firstRow + 7) / 8;
    const dim3 grid(static_cast<unsigned>((cols + 31) / 32), static_cast<unsigned>(needed < most ? needed : most));
    flip<<<grid, dim3(32, 8)>>>(in, out, rows, cols, firstRow);
  }
}
