// expect verdict: passed
// Thread 0 of block 0 writes the last place.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned last = gridDim.x * blockDim.x - 1;
  out[last - index] = last - index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
