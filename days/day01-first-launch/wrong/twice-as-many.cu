// expect verdict: did not run
// expect class: illegal-address
// expect on a card verdict: unsafe
// expect on a card class: wrote-outside
// Twice the blocks: half of the threads write behind the buffer.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<2 * blocks, threads>>>(out); }
