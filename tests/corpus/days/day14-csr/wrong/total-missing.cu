// expect verdict: wrong
// expect class: last-offset-missing
// The last offset, where the last row ends, is not stored.
#include <cstddef>

// One thread a row.
__global__ void countRows(const float* dense, unsigned* counts, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < rows) {
    unsigned count = 0;
    for (size_t col = 0; col < cols; ++col) {
      count += dense[row * cols + col] != 0 ? 1 : 0;
    }
    counts[row] = count;
  }
}

// One thread turns the counts into where each row starts.
__global__ void placeRows(const unsigned* counts, unsigned* offsets, size_t rows) {
  unsigned start = 0;
  for (size_t row = 0; row < rows; ++row) {
    offsets[row] = start;
    start += counts[row];
  }
}

// One thread a row.
__global__ void fillRows(const float* dense, const unsigned* offsets, unsigned* columns, float* values, size_t rows,
                         size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < rows) {
    unsigned place = offsets[row];
    for (size_t col = 0; col < cols; ++col) {
      if (dense[row * cols + col] != 0) {
        columns[place] = static_cast<unsigned>(col);
        values[place++] = dense[row * cols + col];
      }
    }
  }
}

void solve(const float* dense, unsigned* offsets, unsigned* columns, float* values, unsigned* counts, size_t rows,
           size_t cols) {
  const unsigned blocks = static_cast<unsigned>((rows + 31) / 32);
  countRows<<<blocks, 32>>>(dense, counts, rows, cols);
  placeRows<<<1, 1>>>(counts, offsets, rows);
  fillRows<<<blocks, 32>>>(dense, offsets, columns, values, rows, cols);
}
