// expect verdict: did not run
// expect class: launch-refused
// Blocks along y, where a grid ends at 65,535.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.y * blockDim.x + threadIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<dim3(1, blocks), threads>>>(out); }
