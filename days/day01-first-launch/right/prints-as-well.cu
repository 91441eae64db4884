// expect verdict: passed
// Thread 0 prints: the harness shows it, and judges the values.

#include <cstdio>

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index == 0) printf("thread 0 was here\n");
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
