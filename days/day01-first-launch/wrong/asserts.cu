// expect verdict: did not run
// expect class: device-assert
// A check in the kernel fails.

#include <cassert>

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  assert(index < 1024);
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
