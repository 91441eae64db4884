// expect verdict: wrong
// expect class: numbers-swapped
// Block and thread change places in the value.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = threadIdx.x * gridDim.x + blockIdx.x;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
