// expect verdict: wrong
// expect class: wrong-block-size
// gridDim where blockDim belongs, in place and value.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * gridDim.x + threadIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
