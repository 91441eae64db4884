// Day 13: transpose a matrix with both global accesses coalesced.
//
// solve() gets device pointers to row-major floats: `in` is rows x cols, `out` is cols x rows. Write
// out[c][r] = in[r][c] for every cell, for any rows and cols, on the default stream. The harness synchronises
// afterwards.
//
// The version below is right, and slow: a warp reads 32 neighbors of one row and writes them 32 different rows apart,
// so each store of a warp touches 32 sectors where 4 would do. Move the tile through __shared__ memory, so that the
// writes run along rows too, and report the ratio to the copy that ./harness day13 prints.
#include <cstddef>

constexpr unsigned tileDim = 32;   // a block moves a tile of tileDim x tileDim elements
constexpr unsigned blockRows = 8;  // with tileDim x blockRows threads, so each thread moves four

// One block a tile. The tiles are numbered along x alone, for a grid may have 2^31 - 1 blocks in x but 65,535 in y.
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

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, blockRows)>>>(in, out, rows, cols, tileCols);
}
