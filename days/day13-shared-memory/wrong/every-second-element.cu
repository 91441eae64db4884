// expect verdict: wrong
// expect class: every-kth-element
// The index is doubled, so every second element is left out.
#include <cstddef>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  const size_t i = (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x) * 2;
  if (i < rows * cols) {
    out[i % cols * rows + i / cols] = in[i];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  transpose<<<static_cast<unsigned>((rows * cols + 255) / 256), 256>>>(in, out, rows, cols);
}
