// expect verdict: wrong
// expect class: past-n-unwritten
// One thread an element, and the number of blocks of 256 is rounded down.
#include <cstddef>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < rows * cols) {
    out[i % cols * rows + i / cols] = in[i];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t blocks = rows * cols < 256 ? 1 : rows * cols / 256;
  transpose<<<static_cast<unsigned>(blocks), 256>>>(in, out, rows, cols);
}
