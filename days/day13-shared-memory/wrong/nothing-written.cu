// expect verdict: wrong
// expect class: nothing-written
// The kernel is there, and nobody launches it.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const size_t col = tileCol * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t row = tileRow * tileDim + j;
    if (row < rows && col < cols) {
      out[col * rows + row] = in[row * cols + col];
    }
  }
}

void solve(const float*, float*, size_t, size_t) {}
