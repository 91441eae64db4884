// expect verdict: wrong
// expect class: shifted-by-one
// Every thread writes one place further.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index + 1] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
