// expect verdict: passed
// expect on a card verdict: correct, short of the target
// One thread an element of the output, numbered in its order: the division finds row and column.
#include <cstddef>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < rows * cols) out[i] = in[i % rows * cols + i / rows];
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  transpose<<<static_cast<unsigned>((rows * cols + 255) / 256), 256>>>(in, out, rows, cols);
}
