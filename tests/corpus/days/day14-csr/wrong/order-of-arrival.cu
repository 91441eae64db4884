// expect verdict: wrong
// expect class: row-order-lost
// The entries of a row take their places by an atomic.
#include <cstddef>

__global__ void countRows(const float* dense, unsigned* counts, size_t rows, size_t cols) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < rows * cols && dense[i] != 0) {
    atomicAdd(&counts[i / cols], 1U);
  }
}

// One thread turns the counts into where each row starts, and leaves those in `counts`.
__global__ void placeRows(unsigned* counts, unsigned* offsets, size_t rows) {
  unsigned start = 0;
  for (size_t row = 0; row < rows; ++row) {
    offsets[row] = start;
    const unsigned count = counts[row];
    counts[row] = start;
    start += count;
  }
  offsets[rows] = start;
}

__global__ void fillRows(const float* dense, unsigned* counts, unsigned* columns, float* values, size_t rows,
                         size_t cols) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < rows * cols && dense[i] != 0) {
    const unsigned place = atomicAdd(&counts[i / cols], 1U);
    columns[place] = static_cast<unsigned>(i % cols);
    values[place] = dense[i];
  }
}

void solve(const float* dense, unsigned* offsets, unsigned* columns, float* values, unsigned* counts, size_t rows,
           size_t cols) {
  const unsigned blocks = static_cast<unsigned>((rows * cols + 127) / 128);
  cudaMemsetAsync(counts, 0, rows * sizeof(unsigned));
  countRows<<<blocks, 128>>>(dense, counts, rows, cols);
  placeRows<<<1, 1>>>(counts, offsets, rows);
  fillRows<<<blocks, 128>>>(dense, counts, columns, values, rows, cols);
}
