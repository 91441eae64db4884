// expect verdict: passed
// 53,248 bytes of dynamic shared memory, asked for before the launch; one tile of them is used.
#include <cstddef>

constexpr unsigned tileDim = 32;
constexpr unsigned blockRows = 32;       // one block a multiprocessor has to fill it
constexpr unsigned pitch = tileDim + 1;  // no two elements of a column in one bank

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, size_t tileCols) {
  extern __shared__ float tile[];
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const size_t inCol = tileCol * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t inRow = tileRow * tileDim + j;
    if (inRow < rows && inCol < cols) tile[j * pitch + threadIdx.x] = in[inRow * cols + inCol];
  }
  __syncthreads();
  const size_t outCol = tileRow * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t outRow = tileCol * tileDim + j;
    if (outRow < cols && outCol < rows) out[outRow * rows + outCol] = tile[threadIdx.x * pitch + j];
  }
}

constexpr size_t sharedBytes = 53248;  // past the 49,152 that a block gets without asking

void solve(const float* in, float* out, size_t rows, size_t cols) {
  cudaFuncSetAttribute(transpose, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes);
  const size_t tileRows = (rows + tileDim - 1) / tileDim;
  const size_t tileCols = (cols + tileDim - 1) / tileDim;
  transpose<<<static_cast<unsigned>(tileRows * tileCols), dim3(tileDim, blockRows), sharedBytes>>>(in, out, rows, cols,
                                                                                                   tileCols);
}
