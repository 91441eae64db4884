// expect verdict: wrong
// expect class: wrong-block-size
// gridDim where blockDim belongs, in the value.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = blockIdx.x * gridDim.x + threadIdx.x;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
