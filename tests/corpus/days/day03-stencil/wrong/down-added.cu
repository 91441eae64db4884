// expect verdict: wrong
// expect class: term-sign
// The lower neighbor is added instead of subtracted.
#include <cstddef>

__global__ void fourNeighbors(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  if (row >= rows || col >= cols) {
    return;
  }
  const size_t cell = row * cols + col;
  const float up = row > 0 ? in[cell - cols] : 0;
  const float down = row + 1 < rows ? in[cell + cols] : 0;
  const float left = col > 0 ? in[cell - 1] : 0;
  const float right = col + 1 < cols ? in[cell + 1] : 0;
  out[cell] = 4 * in[cell] - up + down - left - right;
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 block(32, 8);
  const dim3 grid(static_cast<unsigned>((cols + 31) / 32), static_cast<unsigned>((rows + 7) / 8));
  fourNeighbors<<<grid, block>>>(in, out, rows, cols);
}
