// expect verdict: wrong
// expect class: block-and-thread-added
// blockIdx.x + threadIdx.x: blocks overlap in all but one place.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x + threadIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
