// expect verdict: correct, no faster than the naive kernel
// One thread flips a whole row: right, and 2,003 threads are few for a card.
#include <cstddef>

__global__ void flip(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) return;
  for (size_t col = 0; col < cols; ++col) {
    out[(rows - 1 - row) * cols + col] = in[row * cols + col];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  flip<<<static_cast<unsigned>((rows + 255) / 256), 256>>>(in, out, rows, cols);
}
