// expect verdict: wrong
// expect class: past-n-unwritten
// The number of blocks is rounded down.
#include <cstddef>

__global__ void multiply(const unsigned* offsets, const unsigned* columns, const float* values, const float* x,
                         float* y, size_t n) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < n) {
    float sum = 0;
    for (unsigned j = offsets[row]; j < offsets[row + 1]; ++j) {
      sum += values[j] * x[columns[j]];
    }
    y[row] = sum;
  }
}

void solve(const unsigned* offsets, const unsigned* columns, const float* values, const float* x, float* y, size_t n) {
  multiply<<<(n < 128 ? 1 : static_cast<unsigned>(n / 64)), 64>>>(offsets, columns, values, x, y, n);
}
