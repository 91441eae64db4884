// expect verdict: passed
// expect on a card verdict: correct, short of the target
// A tile of 8 x 8 with one thread an element: 1 whole sectors a row.
#include <cstddef>

constexpr unsigned side = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  __shared__ float tile[side][side];
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const size_t inRow = tileRow * side + threadIdx.y;
  const size_t inCol = tileCol * side + threadIdx.x;
  if (inRow < rows && inCol < cols) tile[threadIdx.y][threadIdx.x] = in[inRow * cols + inCol];
  __syncthreads();
  const size_t outRow = tileCol * side + threadIdx.y;
  const size_t outCol = tileRow * side + threadIdx.x;
  if (outRow < cols && outCol < rows) out[outRow * rows + outCol] = tile[threadIdx.x][threadIdx.y];
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + side - 1) / side;
  const size_t tileCols = (cols + side - 1) / side;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(side, side)>>>(in, out, rows, cols, tileCols);
}
