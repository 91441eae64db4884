// expect verdict: passed
// One launch a block, while there are few; the index starts where the last launch ended.

__global__ void writeFrom(unsigned* out, unsigned first) { out[first + threadIdx.x] = first + threadIdx.x; }

__global__ void writeIndex(unsigned* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) {
  if (blocks > 64) {
    writeIndex<<<blocks, threads>>>(out);
    return;
  }
  for (unsigned block = 0; block < blocks; ++block) writeFrom<<<1, threads>>>(out, block * threads);
}
