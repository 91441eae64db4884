// expect verdict: passed
// One thread an element counts what comes before it; no scan, and the offsets come from the same count.
#include <cstddef>

__global__ void place(const float* dense, unsigned* offsets, unsigned* columns, float* values, size_t rows,
                      size_t cols) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i >= rows * cols) {
    return;
  }
  unsigned before = 0;
  for (size_t j = 0; j < i; ++j) {
    before += dense[j] != 0 ? 1 : 0;
  }
  if (i % cols == 0) {
    offsets[i / cols] = before;
  }
  if (dense[i] != 0) {
    columns[before] = static_cast<unsigned>(i % cols);
    values[before] = dense[i];
  }
  if (i + 1 == rows * cols) {
    offsets[rows] = before + (dense[i] != 0 ? 1 : 0);
  }
}

void solve(const float* dense, unsigned* offsets, unsigned* columns, float* values, unsigned*, size_t rows,
           size_t cols) {
  place<<<static_cast<unsigned>((rows * cols + 127) / 128), 128>>>(dense, offsets, columns, values, rows, cols);
}
