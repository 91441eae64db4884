// expect verdict: passed
// Each warp has a tile of its own, so that __syncwarp() is enough.
#include <algorithm>
#include <cstddef>

constexpr unsigned blockSize = 256;
constexpr unsigned radius = 3;
constexpr unsigned mostBlocks = 160;

constexpr unsigned warpSize32 = 32;

__global__ void sumAround(const float* in, float* out, size_t n, size_t pieces) {
  __shared__ float tiles[blockSize / warpSize32][warpSize32 + 2 * radius];
  float* const tile = tiles[threadIdx.x / warpSize32];
  const unsigned lane = threadIdx.x % warpSize32;
  for (size_t piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    const size_t i = piece * blockSize + threadIdx.x;
    tile[lane + radius] = i < n ? in[i] : 0.0f;
    if (lane < radius) {
      tile[lane] = i >= radius && i - radius < n ? in[i - radius] : 0.0f;
      tile[lane + radius + warpSize32] = i + warpSize32 < n ? in[i + warpSize32] : 0.0f;
    }
    __syncwarp();
    if (i < n) {
      float sum = 0.0f;
      for (unsigned k = 0; k <= 2 * radius; ++k) sum += tile[lane + k];
      out[i] = sum;
    }
    __syncwarp();
  }
}

void solve(const float* in, float* out, size_t n) {
  const size_t pieces = (n + blockSize - 1) / blockSize;
  const unsigned blocks = static_cast<unsigned>(std::min<size_t>(pieces, mostBlocks));
  sumAround<<<blocks, blockSize>>>(in, out, n, pieces);
}
