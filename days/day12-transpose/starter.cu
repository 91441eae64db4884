// Day 12: transpose a matrix, any shape, with the stride on the side you choose.
//
// solve() gets device pointers to row-major floats: `in` is rows x cols, `out` is cols x rows. Write
// out[c][r] = in[r][c] for every cell, for any rows and cols, on the default stream. The harness synchronizes
// afterwards.
//
// The version below is right. Its lanes run along a row of `in`, so its loads are coalesced and each store of a warp
// touches 32 sectors. One of the two sides must be strided. Move the stride to the loads, so that the stores are
// coalesced, and report both ratios that ./harness day12 prints: to the copy, and to the naive kernel.
#include <cstddef>

constexpr unsigned tileDim = 32;   // a block moves tileDim x tileDim elements
constexpr unsigned blockRows = 8;  // with tileDim x blockRows threads, so each thread moves four

// One block a tile. The tiles are numbered along x alone, for a grid may have 2^31 - 1 blocks in x but 65,535 in y.
__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;

  const size_t row = tileRow * tileDim + threadIdx.y;
  const size_t col = tileCol * tileDim + threadIdx.x;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row + j < rows && col < cols) {
      out[col * rows + (row + j)] = in[(row + j) * cols + col];
    }
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, blockRows)>>>(in, out, rows, cols, tileCols);
}
