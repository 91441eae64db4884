// expect verdict: passed
// An unpadded tile, its columns permuted by the row.
#include <cstddef>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float tile[32][32];
  const size_t row = blockIdx.y * static_cast<size_t>(32) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(32) + threadIdx.x;
  if (row < rows && col < cols) {
    tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[row * cols + col];
  }
  __syncthreads();
  const size_t outRow = blockIdx.x * static_cast<size_t>(32) + threadIdx.y;
  const size_t outCol = blockIdx.y * static_cast<size_t>(32) + threadIdx.x;
  if (outRow < cols && outCol < rows) {
    out[outRow * rows + outCol] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 grid(static_cast<unsigned>((cols + 31) / 32), static_cast<unsigned>((rows + 31) / 32));
  transpose<<<grid, dim3(32, 32)>>>(in, out, rows, cols);
}
