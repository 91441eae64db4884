// expect verdict: wrong
// expect class: tiles-moved-not-transposed
// expect also: partial-tile-unwritten
// Two faults: tiles are moved and not turned inside, and partial tiles are skipped.
#include <cstddef>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float tile[32][33];
  const size_t col = blockIdx.x * static_cast<size_t>(32) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(32) + threadIdx.y;
  if (row < rows / 32 * 32 && col < cols / 32 * 32) {
    tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  }
  __syncthreads();
  const size_t outRow = blockIdx.x * static_cast<size_t>(32) + threadIdx.y;
  const size_t outCol = blockIdx.y * static_cast<size_t>(32) + threadIdx.x;
  if (outRow < cols / 32 * 32 && outCol < rows / 32 * 32) {
    out[outRow * rows + outCol] = tile[threadIdx.y][threadIdx.x];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 grid(static_cast<unsigned>((cols + 31) / 32), static_cast<unsigned>((rows + 31) / 32));
  transpose<<<grid, dim3(32, 32)>>>(in, out, rows, cols);
}
