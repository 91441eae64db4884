// Day 13, reference solution: the tile moves the stride off global memory.
//
// A block reads its tile along rows of `in` and writes it along rows of `out`, so 32 lanes always touch 4 neighboring
// sectors. The transposition happens between the two, where it is read from shared memory down a column.
//
// The column read has all 32 lanes in one bank. Day 15 takes that up; the global side is already as good as the copy's.
#include <cstddef>

constexpr unsigned tileDim = 32;   // a block moves a tile of tileDim x tileDim elements
constexpr unsigned blockRows = 8;  // with tileDim x blockRows threads, so each thread moves four

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  __shared__ float tile[tileDim][tileDim];
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;

  const size_t inCol = tileCol * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t inRow = tileRow * tileDim + j;
    if (inRow < rows && inCol < cols) {
      tile[j][threadIdx.x] = in[inRow * cols + inCol];
    }
  }

  // Every thread arrives here, whether its element was inside the matrix or not: what a thread reads below was written
  // by another one.
  __syncthreads();

  const size_t outCol = tileRow * tileDim + threadIdx.x;  // a row of `in` is a column of `out`
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
