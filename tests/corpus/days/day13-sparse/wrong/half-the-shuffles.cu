// expect verdict: wrong
// expect class: part-of-the-terms
// The shuffles start at 8.
#include <cstddef>

// One warp a row.
__global__ void multiply(const unsigned* offsets, const unsigned* columns, const float* values, const float* x,
                         float* y, size_t n) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x / 32) + threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  if (row >= n) {
    return;
  }
  float sum = 0;
  for (unsigned j = offsets[row] + lane; j < offsets[row + 1]; j += 32) {
    sum += values[j] * x[columns[j]];
  }
  for (unsigned distance = 8; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(0xffffffffU, sum, distance);
  }
  if (lane == 0) {
    y[row] = sum;
  }
}

void solve(const unsigned* offsets, const unsigned* columns, const float* values, const float* x, float* y, size_t n) {
  multiply<<<static_cast<unsigned>((n + 3) / 4), 128>>>(offsets, columns, values, x, y, n);
}
