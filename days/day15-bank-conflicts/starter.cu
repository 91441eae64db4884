// Day 15: a transpose whose shared memory has no bank conflict.
//
// solve() gets device pointers to row-major floats: `in` is rows x cols, `out` is cols x rows. Write
// out[c][r] = in[r][c] for every cell, for any rows and cols, on the default stream. The harness synchronizes
// afterwards.
//
// The version below is day 13's: right, both global accesses coalesced, and up to 32 lanes of a warp in one bank
// wherever the tile is read down a column. Close the gap to the copy. First with a longer row, then, for the solution
// you submit, with a tile of 32 x 32 floats and no byte more.
#include <cstddef>

constexpr unsigned tileDim = 32;   // a block moves a tile of tileDim x tileDim elements
constexpr unsigned blockRows = 8;  // with tileDim x blockRows threads, so each thread moves four

// One block a tile. The tiles are numbered along x alone, for a grid may have 2^31 - 1 blocks in x but 65,535 in y.
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
