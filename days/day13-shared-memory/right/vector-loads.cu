// expect verdict: passed
// Four floats a load where a row starts at a multiple of 16 bytes, one by one elsewhere.
#include <cstddef>

constexpr unsigned tileDim = 32;

// Each thread moves four neighbors of a row: a block of 8 x 32 threads covers a tile of 32 x 32.
__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  __shared__ float tile[tileDim][tileDim + 1];
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const unsigned first = threadIdx.x * 4;
  const size_t inRow = tileRow * tileDim + threadIdx.y;
  const size_t inCol = tileCol * tileDim + first;
  if (inRow < rows) {
    const float* from = in + inRow * cols + inCol;
    if (inCol + 3 < cols && (inRow * cols + inCol) % 4 == 0) {
      const float4 four = *reinterpret_cast<const float4*>(from);
      tile[threadIdx.y][first + 0] = four.x;
      tile[threadIdx.y][first + 1] = four.y;
      tile[threadIdx.y][first + 2] = four.z;
      tile[threadIdx.y][first + 3] = four.w;
    } else {
      for (unsigned k = 0; k < 4 && inCol + k < cols; ++k) tile[threadIdx.y][first + k] = from[k];
    }
  }
  __syncthreads();
  const unsigned lane = threadIdx.y % 4 * 8 + threadIdx.x;
  const size_t outCol = tileRow * tileDim + lane;
  for (unsigned j = threadIdx.y / 4; j < tileDim; j += 8) {
    const size_t outRow = tileCol * tileDim + j;
    if (outRow < cols && outCol < rows) out[outRow * rows + outCol] = tile[lane][j];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(8, tileDim)>>>(in, out, rows, cols, tileCols);
}
