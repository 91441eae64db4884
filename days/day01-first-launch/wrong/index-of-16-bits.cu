// expect verdict: wrong
// expect class: index-overflow
// The index has 16 bits and starts over at 65,536.

__global__ void writeIndex(unsigned* out) {
  const unsigned short index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
