// expect verdict: did not run
// expect class: launch-refused
// The last number for the count: a block of 0 threads.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads - 1>>>(out); }
