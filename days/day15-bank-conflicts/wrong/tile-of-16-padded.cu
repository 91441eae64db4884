// expect verdict: correct, short of the target
// expect class: bank-conflicts
// expect on a card verdict: correct, no faster than the naive kernel
// A tile of 16 with a row of 17: a warp reads two columns of it, and lanes 0 and 31 meet in one bank.
#include <cstddef>

constexpr unsigned tileDim = 16;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  __shared__ float tile[tileDim][tileDim + 1];
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const size_t inRow = tileRow * tileDim + threadIdx.y;
  const size_t inCol = tileCol * tileDim + threadIdx.x;
  if (inRow < rows && inCol < cols) {
    tile[threadIdx.y][threadIdx.x] = in[inRow * cols + inCol];
  }
  __syncthreads();

  const size_t outRow = tileCol * tileDim + threadIdx.y;
  const size_t outCol = tileRow * tileDim + threadIdx.x;
  if (outRow < cols && outCol < rows) {
    out[outRow * rows + outCol] = tile[threadIdx.x][threadIdx.y];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, tileDim)>>>(in, out, rows, cols, tileCols);
}
