// expect verdict: wrong
// expect class: one-thread-a-block
// The work is behind a test for thread 0, which belongs to a reduction.
#include <cstddef>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (threadIdx.x == 0) {
    out[i % cols * rows + i / cols] = in[i];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  transpose<<<static_cast<unsigned>((rows * cols + 255) / 256), 256>>>(in, out, rows, cols);
}
