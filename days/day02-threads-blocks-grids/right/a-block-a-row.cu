// expect verdict: passed
// One block a row, in x; its threads stride along the row.
#include <cstddef>

__global__ void number(unsigned* out, size_t cols) {
  for (size_t x = threadIdx.x; x < cols; x += blockDim.x)
    out[blockIdx.x * cols + x] = static_cast<unsigned>(blockIdx.x * cols + x);
}

void solve(unsigned* out, size_t depth, size_t rows, size_t cols) {
  number<<<static_cast<unsigned>(depth * rows), 64>>>(out, cols);
}
