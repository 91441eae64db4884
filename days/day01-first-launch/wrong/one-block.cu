// expect verdict: wrong
// expect class: block-0-only
// Launches one block, whatever it is asked for.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<1, threads>>>(out); }
