// expect verdict: wrong
// expect class: swapped-stride
// The stride of a row is taken to be the number of rows.
#include <cmath>
#include <cstddef>

__global__ void softmax(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) {
    return;
  }
  const float* const from = in + row * rows;
  float most = -INFINITY;
  for (size_t c = 0; c < cols; ++c) {
    most = fmaxf(most, from[c]);
  }
  float sum = 0;
  for (size_t c = 0; c < cols; ++c) {
    sum += expf(from[c] - most);
  }
  for (size_t c = 0; c < cols; ++c) {
    out[row * rows + c] = expf(from[c] - most) / sum;
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  softmax<<<static_cast<unsigned>((rows + 63) / 64), 64>>>(in, out, rows, cols);
}
