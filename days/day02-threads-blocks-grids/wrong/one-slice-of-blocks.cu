// expect verdict: wrong
// expect class: one-block-only
// expect on a card class: past-n-unwritten
// A grid of two axes: one block in z.
#include <cstddef>

__global__ void number(unsigned* out, size_t depth, size_t rows, size_t cols) {
  const size_t x = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t y = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  const size_t z = blockIdx.z * static_cast<size_t>(blockDim.z) + threadIdx.z;
  if (x < cols && y < rows && z < depth) {
    const size_t index = (z * rows + y) * cols + x;
    out[index] = static_cast<unsigned>(index);
  }
}

void solve(unsigned* out, size_t depth, size_t rows, size_t cols) {
  const dim3 block(8, 8, 4);
  const dim3 grid(static_cast<unsigned>((cols + block.x - 1) / block.x),
                  static_cast<unsigned>((rows + block.y - 1) / block.y), 1);
  number<<<grid, block>>>(out, depth, rows, cols);
}
