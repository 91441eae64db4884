// expect verdict: unsafe
// expect class: synccheck
// Every thread has its own end of the loop, so in the last turn some are gone when the others wait.
#include <algorithm>
#include <cstddef>

constexpr unsigned blockSize = 256;
constexpr unsigned radius = 3;
constexpr unsigned mostBlocks = 160;

__global__ void sumAround(const float* in, float* out, size_t n, size_t) {
  __shared__ float tile[blockSize + 2 * radius];
  const size_t stride = gridDim.x * static_cast<size_t>(blockSize);
  for (size_t i = blockIdx.x * static_cast<size_t>(blockSize) + threadIdx.x; i < n; i += stride) {
    tile[threadIdx.x + radius] = in[i];
    if (threadIdx.x == 0) {
      for (unsigned k = 0; k < radius; ++k) tile[k] = i + k >= radius ? in[i + k - radius] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (unsigned k = 0; k <= radius; ++k) sum += tile[threadIdx.x + k];  // up to element i; the rest from memory
    for (unsigned k = 1; k <= radius; ++k) sum += i + k < n ? in[i + k] : 0.0f;
    out[i] = sum;
    __syncthreads();
  }
}

void solve(const float* in, float* out, size_t n) {
  const size_t pieces = (n + blockSize - 1) / blockSize;
  const unsigned blocks = static_cast<unsigned>(std::min<size_t>(pieces, mostBlocks));
  sumAround<<<blocks, blockSize>>>(in, out, n, pieces);
}
