// expect verdict: passed
// One pass keeps the largest so far and rescales the sum.
#include <cmath>
#include <cstddef>

__global__ void softmax(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) {
    return;
  }
  const float* const from = in + row * cols;
  float most = -INFINITY, sum = 0;
  for (size_t c = 0; c < cols; ++c) {
    const float larger = fmaxf(most, from[c]);
    sum = sum * expf(most - larger) + expf(from[c] - larger);
    most = larger;
  }
  for (size_t c = 0; c < cols; ++c) {
    out[row * cols + c] = expf(from[c] - most) / sum;
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  softmax<<<static_cast<unsigned>((rows + 63) / 64), 64>>>(in, out, rows, cols);
}
