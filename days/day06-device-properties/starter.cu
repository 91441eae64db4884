// Day 6: choose a legal launch for any card.
//
// solve() runs on the host and launches nothing. It gets a card's properties and what a kernel needs, and fills in the
// grid and block for n elements, one thread an element. The kernel numbers its threads over all axes of grid and block.
// The launch must keep these rules; the harness names the first that is broken:
//
//    1  no extent of grid or block is 0
//    2  block.x, y, z are at most card.maxThreadsDim[0], [1], [2]
//    3  the block has at most card.maxThreadsPerBlock threads
//    4  and a whole number of warps of card.warpSize
//    5  its registers are at most card.regsPerBlock. A warp counts as registersPerThread * card.warpSize, rounded up to
//       a multiple of 256, and the number of warps is rounded up to a multiple of 4
//    6  its shared memory, sharedBytesPerThread a thread, is at most card.sharedMemPerBlock
//    7  grid.x, y, z are at most card.maxGridSize[0], [1], [2]
//    8  the blocks cover all n elements
//    9  with at most twice as many blocks as that takes
//   10  and the block is the largest that rules 3 to 6 allow
//
// The version below keeps them for a kernel that needs little. Make it keep them for every kernel on every card.
#include <cuda_runtime.h>

#include <cstddef>

void solve(const cudaDeviceProp& card, size_t n, int registersPerThread, size_t sharedBytesPerThread, dim3& grid,
           dim3& block) {
  (void)registersPerThread;
  (void)sharedBytesPerThread;
  const unsigned threads = static_cast<unsigned>(card.maxThreadsPerBlock);
  block = dim3(threads);
  grid = dim3(static_cast<unsigned>((n + threads - 1) / threads));
}
