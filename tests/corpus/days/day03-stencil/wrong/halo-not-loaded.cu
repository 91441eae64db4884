// expect verdict: wrong
// expect class: stale-shared
// The row above the tile is never loaded.
#include <cstddef>

constexpr unsigned side = 16;

__global__ void fourNeighbors(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float tile[side + 2][side + 2];
  const unsigned x = threadIdx.x + 1, y = threadIdx.y + 1;
  const size_t col = blockIdx.x * static_cast<size_t>(side) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(side) + threadIdx.y;
  const bool inside = row < rows && col < cols;
  const size_t cell = row * cols + col;

  tile[y][x] = inside ? in[cell] : 0;
  if (threadIdx.y == side - 1) {
    tile[side + 1][x] = col < cols && row + 1 < rows ? in[cell + cols] : 0;
  }
  if (threadIdx.x == 0) {
    tile[y][0] = row < rows && col > 0 ? in[cell - 1] : 0;
  }
  if (threadIdx.x == side - 1) {
    tile[y][side + 1] = row < rows && col + 1 < cols ? in[cell + 1] : 0;
  }
  __syncthreads();

  if (inside) {
    out[cell] = 4 * tile[y][x] - tile[y - 1][x] - tile[y + 1][x] - tile[y][x - 1] - tile[y][x + 1];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 grid(static_cast<unsigned>((cols + side - 1) / side), static_cast<unsigned>((rows + side - 1) / side));
  fourNeighbors<<<grid, dim3(side, side)>>>(in, out, rows, cols);
}
