// expect verdict: wrong
// expect class: written-zero
// Probabilities below one in a thousand are written as 0.
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
    const float share = expf(from[c] - most) / sum;
    out[row * cols + c] = share < 0.001F ? 0 : share;
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  softmax<<<static_cast<unsigned>((rows + 63) / 64), 64>>>(in, out, rows, cols);
}
