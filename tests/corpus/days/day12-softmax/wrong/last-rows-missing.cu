// expect verdict: wrong
// expect class: past-n-unwritten
// The number of blocks is rounded down.
#include <cmath>
#include <cstddef>

__global__ void softmax(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) {
    return;
  }
  const float* const from = in + row * cols;
  float most = -INFINITY;
  for (size_t c = 0; c < cols; ++c) {
    most = fmaxf(most, from[c]);
  }
  float sum = 0;
  for (size_t c = 0; c < cols; ++c) {
    sum += expf(from[c] - most);
  }
  for (size_t c = 0; c < cols; ++c) {
    out[row * cols + c] = expf(from[c] - most) / sum;
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  softmax<<<(rows < 32 ? 1 : static_cast<unsigned>(rows / 16)), 16>>>(in, out, rows, cols);
}
