// expect verdict: wrong
// expect class: block-number
// The place is right, the value is the number of the block.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = blockIdx.x;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
