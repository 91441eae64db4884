// expect verdict: did not run
// expect class: grid-y-limit
// The rows' tiles run along grid y, which ends at 65,535.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRow = blockIdx.y;
  const size_t tileCol = blockIdx.x;
  const size_t row = tileRow * tileDim + threadIdx.x;
  const size_t col = tileCol * tileDim + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row < rows && col + j < cols) out[(col + j) * rows + row] = in[row * cols + (col + j)];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const dim3 grid(static_cast<unsigned>((cols + tileDim - 1) / tileDim),
                  static_cast<unsigned>((rows + tileDim - 1) / tileDim));
  transpose<<<grid, dim3(tileDim, blockRows)>>>(in, out, rows, cols);
}
