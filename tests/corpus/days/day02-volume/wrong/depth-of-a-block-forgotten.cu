// expect verdict: wrong
// expect class: past-n-unwritten
// The blocks count as one plane each, though they have two.
#include <cstddef>

__global__ void upsideDown(const float* in, float* out, size_t depth, size_t rows, size_t cols) {
  const size_t x = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t y = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  const size_t z = blockIdx.z;
  if (x < cols && y < rows && z < depth) {
    out[(z * rows + y) * cols + x] = in[((depth - 1 - z) * rows + y) * cols + x];
  }
}

void solve(const float* in, float* out, size_t depth, size_t rows, size_t cols) {
  const dim3 block(16, 8, 2);
  const unsigned gridX = static_cast<unsigned>((cols + block.x - 1) / block.x);
  const unsigned gridY = static_cast<unsigned>((rows + block.y - 1) / block.y);
  const unsigned gridZ = static_cast<unsigned>((depth + block.z - 1) / block.z);
  upsideDown<<<dim3(gridX, gridY, gridZ), block>>>(in, out, depth, rows, cols);
}
