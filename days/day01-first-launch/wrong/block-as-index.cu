// expect verdict: wrong
// expect class: one-element-a-block
// The block number alone: every block writes one place.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
