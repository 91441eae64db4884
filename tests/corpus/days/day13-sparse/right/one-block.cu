// expect verdict: passed
// One block goes over all rows.
#include <cstddef>

__global__ void multiply(const unsigned* offsets, const unsigned* columns, const float* values, const float* x,
                         float* y, size_t n) {
  for (size_t row = threadIdx.x; row < n; row += blockDim.x) {
    float sum = 0;
    for (unsigned j = offsets[row]; j < offsets[row + 1]; ++j) {
      sum += values[j] * x[columns[j]];
    }
    y[row] = sum;
  }
}

void solve(const unsigned* offsets, const unsigned* columns, const float* values, const float* x, float* y, size_t n) {
  multiply<<<1, 96>>>(offsets, columns, values, x, y, n);
}
