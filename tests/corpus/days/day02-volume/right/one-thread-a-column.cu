// expect verdict: passed
// Each thread walks down a column of planes.
#include <cstddef>

__global__ void upsideDown(const float* in, float* out, size_t depth, size_t rows, size_t cols) {
  const size_t x = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t y = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  for (size_t z = 0; x < cols && y < rows && z < depth; ++z) {
    out[(z * rows + y) * cols + x] = in[((depth - 1 - z) * rows + y) * cols + x];
  }
}

void solve(const float* in, float* out, size_t depth, size_t rows, size_t cols) {
  const dim3 block(32, 4, 1);
  const unsigned gridX = static_cast<unsigned>((cols + block.x - 1) / block.x);
  const unsigned gridY = static_cast<unsigned>((rows + block.y - 1) / block.y);
  upsideDown<<<dim3(gridX, gridY), block>>>(in, out, depth, rows, cols);
}
