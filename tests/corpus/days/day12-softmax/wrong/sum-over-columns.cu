// expect verdict: wrong
// expect class: normalized-by-column
// The sum is taken down the columns, after each row gave its largest.
#include <cmath>
#include <cstddef>

__global__ void softmax(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (col >= cols) {
    return;
  }
  float most = -INFINITY;
  for (size_t r = 0; r < rows; ++r) {
    most = fmaxf(most, in[r * cols + col]);
  }
  float sum = 0;
  for (size_t r = 0; r < rows; ++r) {
    sum += expf(in[r * cols + col] - most);
  }
  for (size_t r = 0; r < rows; ++r) {
    out[r * cols + col] = expf(in[r * cols + col] - most) / sum;
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  softmax<<<static_cast<unsigned>((cols + 63) / 64), 64>>>(in, out, rows, cols);
}
