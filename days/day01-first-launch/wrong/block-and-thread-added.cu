// expect verdict: wrong
// expect class: block-and-thread-added
// Adds the two numbers.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = blockIdx.x + threadIdx.x;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
