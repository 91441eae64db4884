// expect verdict: wrong
// expect class: order-dependent
// expect on a card verdict: timed out
// The barrier is inside the branch that fetches the edges: three threads of 256 wait, and for each other only.
#include <algorithm>
#include <cstddef>

constexpr unsigned blockSize = 256;
constexpr unsigned radius = 3;
constexpr unsigned mostBlocks = 160;

__global__ void sumAround(const float* in, float* out, size_t n, size_t pieces) {
  __shared__ float tile[blockSize + 2 * radius];
  for (size_t piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    const size_t i = piece * blockSize + threadIdx.x;
    tile[threadIdx.x + radius] = i < n ? in[i] : 0.0f;
    if (threadIdx.x < radius) {
      tile[threadIdx.x] = i >= radius ? in[i - radius] : 0.0f;
      tile[threadIdx.x + radius + blockSize] = i + blockSize < n ? in[i + blockSize] : 0.0f;
      __syncthreads();
    }
    if (i < n) {
      float sum = 0.0f;
      for (unsigned k = 0; k <= 2 * radius; ++k) sum += tile[threadIdx.x + k];
      out[i] = sum;
    }
    __syncthreads();
  }
}

void solve(const float* in, float* out, size_t n) {
  const size_t pieces = (n + blockSize - 1) / blockSize;
  const unsigned blocks = static_cast<unsigned>(std::min<size_t>(pieces, mostBlocks));
  sumAround<<<blocks, blockSize>>>(in, out, n, pieces);
}
