// expect verdict: wrong
// expect class: numbers-swapped
// blockIdx and threadIdx swapped, in place and value.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = threadIdx.x * blockDim.x + blockIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
