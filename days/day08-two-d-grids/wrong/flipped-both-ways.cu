// expect verdict: wrong
// expect class: flipped-both-ways
// The flat index is turned around, which reverses the rows as well.
#include <cstddef>

__global__ void flip(const float* in, float* out, size_t rows, size_t cols) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < rows * cols) {
    out[rows * cols - 1 - i] = in[i];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  flip<<<static_cast<unsigned>((rows * cols + 255) / 256), 256>>>(in, out, rows, cols);
}
