// expect verdict: did not run
// expect class: launch-refused
// Blocks and threads swapped in the launch: the same number of threads, until a block would have more than 1,024.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<threads, blocks>>>(out); }
