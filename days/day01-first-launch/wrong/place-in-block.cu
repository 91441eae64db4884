// expect verdict: wrong
// expect class: place-in-block
// The value is right, the place is the number in the block: blocks overwrite each other.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[threadIdx.x] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
