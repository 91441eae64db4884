// expect verdict: passed
// A thread stands on (x, y) and walks through the slices.
#include <cstddef>

__global__ void number(unsigned* out, size_t depth, size_t rows, size_t cols) {
  const size_t x = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t y = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  if (x >= cols || y >= rows) return;
  for (size_t z = 0; z < depth; ++z) out[(z * rows + y) * cols + x] = static_cast<unsigned>((z * rows + y) * cols + x);
}

void solve(unsigned* out, size_t depth, size_t rows, size_t cols) {
  number<<<dim3(static_cast<unsigned>((cols + 15) / 16), static_cast<unsigned>((rows + 15) / 16)), dim3(16, 16)>>>(
      out, depth, rows, cols);
}
