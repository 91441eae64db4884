// expect verdict: wrong
// expect class: operand-shifted
// Columns are taken to count from 1.
#include <cstddef>

__global__ void multiply(const unsigned* offsets, const unsigned* columns, const float* values, const float* x,
                         float* y, size_t n) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < n) {
    float sum = 0;
    for (unsigned j = offsets[row]; j < offsets[row + 1]; ++j) {
      sum += values[j] * x[columns[j] == 0 ? 0 : columns[j] - 1];
    }
    y[row] = sum;
  }
}

void solve(const unsigned* offsets, const unsigned* columns, const float* values, const float* x, float* y, size_t n) {
  multiply<<<static_cast<unsigned>((n + 63) / 64), 64>>>(offsets, columns, values, x, y, n);
}
