// expect verdict: wrong
// expect class: one-element-a-block
// Launches blocks of one thread.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, 1>>>(out); }
