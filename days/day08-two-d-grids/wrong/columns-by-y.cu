// expect verdict: correct, no faster than the naive kernel
// threadIdx.x runs down the rows: every cell right, and a warp's 32 accesses lie a whole row apart.
#include <cstddef>

__global__ void flip(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t col = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  if (row < rows && col < cols) {
    out[(rows - 1 - row) * cols + col] = in[row * cols + col];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 grid(static_cast<unsigned>((rows + 31) / 32), static_cast<unsigned>((cols + 7) / 8));
  flip<<<grid, dim3(32, 8)>>>(in, out, rows, cols);
}
