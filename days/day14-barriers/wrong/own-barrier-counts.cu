// expect verdict: timed out
// A barrier of one's own: every thread counts itself without an atomic and waits for a count that is never reached.
#include <algorithm>
#include <cstddef>

constexpr unsigned blockSize = 256;
constexpr unsigned radius = 3;
constexpr unsigned mostBlocks = 160;

__global__ void sumAround(const float* in, float* out, size_t n, size_t pieces) {
  __shared__ float tile[blockSize + 2 * radius];
  __shared__ volatile unsigned arrived;
  if (threadIdx.x == 0) arrived = 0;
  __syncthreads();
  unsigned expected = 0;
  for (size_t piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    const size_t i = piece * blockSize + threadIdx.x;
    tile[threadIdx.x + radius] = i < n ? in[i] : 0.0f;
    if (threadIdx.x < radius) {
      tile[threadIdx.x] = i >= radius ? in[i - radius] : 0.0f;
      tile[threadIdx.x + radius + blockSize] = i + blockSize < n ? in[i + blockSize] : 0.0f;
    }
    expected += blockSize;
    arrived = arrived + 1;  // "a barrier of my own": updates by many threads get lost
    while (arrived < expected) {
    }
    if (i < n) {
      float sum = 0.0f;
      for (unsigned k = 0; k <= 2 * radius; ++k) sum += tile[threadIdx.x + k];
      out[i] = sum;
    }
  }
}

void solve(const float* in, float* out, size_t n) {
  const size_t pieces = (n + blockSize - 1) / blockSize;
  const unsigned blocks = static_cast<unsigned>(std::min<size_t>(pieces, mostBlocks));
  sumAround<<<blocks, blockSize>>>(in, out, n, pieces);
}
