// expect verdict: wrong
// expect class: elements-lost
// Each 32 columns start at the beginning of the row again.
#include <cstddef>

constexpr unsigned warpsPerBlock = 4;

// One warp a row: lanes take 32 columns at a time.
__global__ void countRows(const float* dense, unsigned* counts, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(warpsPerBlock) + threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  if (row >= rows) {
    return;
  }
  unsigned count = 0;
  for (size_t start = 0; start < cols; start += 32) {
    const size_t col = start + lane;
    count += static_cast<unsigned>(__popc(__ballot_sync(0xffffffffU, col < cols && dense[row * cols + col] != 0)));
  }
  if (lane == 0) {
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
  offsets[rows] = start;
}

__global__ void fillRows(const float* dense, const unsigned* offsets, unsigned* columns, float* values, size_t rows,
                         size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(warpsPerBlock) + threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  if (row >= rows) {
    return;
  }
  unsigned place = offsets[row];
  for (size_t start = 0; start < cols; start += 32) {
    const size_t col = start + lane;
    const bool keep = col < cols && dense[row * cols + col] != 0;
    const unsigned votes = __ballot_sync(0xffffffffU, keep);
    const unsigned mine = place + static_cast<unsigned>(__popc(votes & ((1U << lane) - 1)));
    if (keep) {
      columns[mine] = static_cast<unsigned>(col);
      values[mine] = dense[row * cols + col];
    }
  }
}

void solve(const float* dense, unsigned* offsets, unsigned* columns, float* values, unsigned* counts, size_t rows,
           size_t cols) {
  const unsigned blocks = static_cast<unsigned>((rows + warpsPerBlock - 1) / warpsPerBlock);
  countRows<<<blocks, warpsPerBlock * 32>>>(dense, counts, rows, cols);
  placeRows<<<1, 1>>>(counts, offsets, rows);
  fillRows<<<blocks, warpsPerBlock * 32>>>(dense, offsets, columns, values, rows, cols);
}
