// Day 14, reference solution: every thread of the block arrives at both barriers, in every turn.
//
// The guards are around the loads and around the store. No guard is around a barrier, and nobody leaves before the end:
// a thread past the end of the array has no sum to write, but it does have a cell of the tile to fill.
#include <algorithm>
#include <cstddef>

constexpr unsigned blockSize = 256;   // threads of a block, and elements of a piece
constexpr unsigned radius = 3;        // neighbors on either side
constexpr unsigned mostBlocks = 160;  // the blocks share the pieces between them

__global__ void sumAround(const float* in, float* out, size_t n, size_t pieces) {
  __shared__ float tile[blockSize + 2 * radius];  // tile[k] is element first + k - radius
  for (size_t piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    const size_t first = piece * blockSize;
    const size_t i = first + threadIdx.x;

    tile[threadIdx.x + radius] = i < n ? in[i] : 0.0f;
    if (threadIdx.x < radius) {  // the first threads fetch the edges, too
      tile[threadIdx.x] = i >= radius ? in[i - radius] : 0.0f;
      tile[threadIdx.x + radius + blockSize] = i + blockSize < n ? in[i + blockSize] : 0.0f;
    }
    __syncthreads();  // the tile is full before anyone reads it

    if (i < n) {
      float sum = 0.0f;
      for (unsigned k = 0; k <= 2 * radius; ++k) {
        sum += tile[threadIdx.x + k];
      }
      out[i] = sum;
    }
    __syncthreads();  // everyone has read the tile before the next turn fills it
  }
}

void solve(const float* in, float* out, size_t n) {
  const size_t pieces = (n + blockSize - 1) / blockSize;
  const unsigned blocks = static_cast<unsigned>(std::min<size_t>(pieces, mostBlocks));
  sumAround<<<blocks, blockSize>>>(in, out, n, pieces);
}
