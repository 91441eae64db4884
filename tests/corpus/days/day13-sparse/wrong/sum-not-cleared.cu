// expect verdict: wrong
// expect class: accumulator-not-reset
// Each thread takes several rows and does not clear its sum.
#include <cstddef>

__global__ void multiply(const unsigned* offsets, const unsigned* columns, const float* values, const float* x,
                         float* y, size_t n) {
  float sum = 0;
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; row < n; row += stride) {
    for (unsigned j = offsets[row]; j < offsets[row + 1]; ++j) {
      sum += values[j] * x[columns[j]];
    }
    y[row] = sum;
  }
}

void solve(const unsigned* offsets, const unsigned* columns, const float* values, const float* x, float* y, size_t n) {
  multiply<<<1, 32>>>(offsets, columns, values, x, y, n);
}
