// expect verdict: correct, short of the target
// expect class: bank-conflicts
// expect on a card verdict: passed
// Eight columns more, "to keep rows aligned": conflicts of degree 8.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  __shared__ float tile[tileDim][tileDim + 8];
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;

  const size_t inCol = tileCol * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t inRow = tileRow * tileDim + j;
    if (inRow < rows && inCol < cols) {
      tile[j][threadIdx.x] = in[inRow * cols + inCol];
    }
  }
  __syncthreads();

  const size_t outCol = tileRow * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t outRow = tileCol * tileDim + j;
    if (outRow < cols && outCol < rows) {
      out[outRow * rows + outCol] = tile[threadIdx.x][j];
    }
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, blockRows)>>>(in, out, rows, cols, tileCols);
}
