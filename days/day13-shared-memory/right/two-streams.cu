// expect verdict: passed
// Two halves on two streams; solve() waits for neither, the harness synchronises.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 8;

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols, size_t firstTile) {
  __shared__ float tile[tileDim][tileDim + 1];
  const size_t t = firstTile + blockIdx.x;
  const size_t tileRow = t / tileCols;
  const size_t tileCol = t % tileCols;
  const size_t inCol = tileCol * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t inRow = tileRow * tileDim + j;
    if (inRow < rows && inCol < cols) tile[j][threadIdx.x] = in[inRow * cols + inCol];
  }
  __syncthreads();
  const size_t outCol = tileRow * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t outRow = tileCol * tileDim + j;
    if (outRow < cols && outCol < rows) out[outRow * rows + outCol] = tile[threadIdx.x][j];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  const size_t tiles = tileRows * tileCols, half = (tiles + 1) / 2;
  static cudaStream_t streams[2] = {};
  for (cudaStream_t& stream : streams)
    if (stream == nullptr) cudaStreamCreate(&stream);
  const dim3 block(tileDim, blockRows);
  transpose<<<static_cast<unsigned>(half), block, 0, streams[0]>>>(in, out, rows, cols, tileCols, 0);
  if (tiles > half) {
    transpose<<<static_cast<unsigned>(tiles - half), block, 0, streams[1]>>>(in, out, rows, cols, tileCols, half);
  }
}
