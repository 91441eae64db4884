// expect verdict: correct, short of the target
// A tile of 4 x 4: each access along a row covers half a sector.
#include <cstddef>

constexpr unsigned side = 4;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  __shared__ float tile[8][side][side];
  const size_t t = blockIdx.x * size_t{8} + threadIdx.z;
  const size_t tileRow = t / tileCols;
  const size_t tileCol = t % tileCols;
  const size_t inRow = tileRow * side + threadIdx.y;
  const size_t inCol = tileCol * side + threadIdx.x;
  if (inRow < rows && inCol < cols) tile[threadIdx.z][threadIdx.y][threadIdx.x] = in[inRow * cols + inCol];
  __syncthreads();
  const size_t outRow = tileCol * side + threadIdx.y;
  const size_t outCol = tileRow * side + threadIdx.x;
  if (outRow < cols && outCol < rows) out[outRow * rows + outCol] = tile[threadIdx.z][threadIdx.x][threadIdx.y];
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + side - 1) / side;
  const size_t tileCols = (cols + side - 1) / side;
  transpose<<<static_cast<unsigned>((tileRows * tileCols + 7) / 8), dim3(side, side, 8)>>>(in, out, rows, cols,
                                                                                           tileCols);
}
