// expect verdict: did not run
// expect class: out-of-memory
// A scratch buffer of 1,000 GB, and nobody looks whether it was granted.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols, float* scratch) {
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const size_t col = tileCol * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t row = tileRow * tileDim + j;
    if (row < rows && col < cols) {
      scratch[col * rows + row] = in[row * cols + col];
      out[col * rows + row] = scratch[col * rows + row];
    }
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  float* scratch = nullptr;
  cudaMalloc(&scratch, size_t{1000} << 30);
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, blockRows)>>>(in, out, rows, cols, tileCols,
                                                                                      scratch);
}
