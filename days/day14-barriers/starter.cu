// Day 14: repair a kernel that uses its barriers wrongly.
//
// solve() gets device pointers to n floats each. Write out[i] = the sum of in[i - 3] to in[i + 3] for every i, where
// what lies outside the array counts as 0, on the default stream. The harness synchronizes afterwards.
//
// The version below has the right idea: a block copies 256 elements and the 3 on either side of them into shared
// memory, and then each of its threads adds up seven of them. It has three faults, and every one of them is about a
// barrier. A block takes several pieces of the array in turn, so what one turn leaves undone the next turn meets.
//
// Repair it. Keep the tile: reading in[] seven times is right as well, and teaches nothing.
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
    if (i >= n) {
      return;  // past the end
    }

    tile[threadIdx.x + radius] = in[i];
    if (threadIdx.x < radius) {  // the first threads fetch the edges, too
      tile[threadIdx.x] = i >= radius ? in[i - radius] : 0.0f;
      tile[threadIdx.x + radius + blockSize] = i + blockSize < n ? in[i + blockSize] : 0.0f;
      __syncthreads();
    }

    float sum = 0.0f;
    for (unsigned k = 0; k <= 2 * radius; ++k) {
      sum += tile[threadIdx.x + k];
    }
    out[i] = sum;
  }
}

void solve(const float* in, float* out, size_t n) {
  const size_t pieces = (n + blockSize - 1) / blockSize;
  const unsigned blocks = static_cast<unsigned>(std::min<size_t>(pieces, mostBlocks));
  sumAround<<<blocks, blockSize>>>(in, out, n, pieces);
}
