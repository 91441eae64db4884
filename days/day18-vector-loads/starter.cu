// Day 18: scale the rows of a matrix with accesses of 16 bytes.
//
// solve() gets device pointers: `in` and `out` are rows x cols floats, row after row without a gap, and `factors` has
// one float a row. Write out[r][c] = factors[r] * in[r][c] for every cell, for any rows and cols, on the default
// stream. The harness synchronizes afterwards.
//
// The version below is right, and slow: a thread owns four neighbors of a row and takes them one at a time, so the
// lanes of a warp are 16 bytes apart and each request touches four times the sectors it needs. One float4 would move
// the four at once, but it must start at a multiple of 16 bytes, and a row of 3,001 floats begins wherever the last one
// ended.
#include <cstddef>

constexpr unsigned blockThreads = 256;

// One thread for up to four neighbors of a row. Pieces are numbered along x alone, for a grid ends at 65,535 in y.
__global__ void scaleRows(const float* in, const float* factors, float* out, size_t rows, size_t cols,
                          size_t rowPieces) {
  const size_t piece = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t row = piece / rowPieces;
  const size_t first = piece % rowPieces * 4;
  if (row < rows) {
    const float factor = factors[row];
    for (size_t j = 0; j < 4; ++j) {
      if (first + j < cols) {
        out[row * cols + first + j] = factor * in[row * cols + first + j];
      }
    }
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  const size_t rowPieces = (cols + 3) / 4;
  const size_t blocks = (rows * rowPieces + blockThreads - 1) / blockThreads;
  scaleRows<<<static_cast<unsigned>(blocks), blockThreads>>>(in, factors, out, rows, cols, rowPieces);
}
