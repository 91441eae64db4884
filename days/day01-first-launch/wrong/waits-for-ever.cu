// expect verdict: timed out
// A thread waits for a neighbor that waits for it.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  volatile unsigned* const place = out + index;
  while (*place != index) {
  }
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
