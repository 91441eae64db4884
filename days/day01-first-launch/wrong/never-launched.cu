// expect verdict: wrong
// expect class: nothing-written
// The kernel is there and nobody launches it.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = index;
}

void solve(unsigned*, unsigned, unsigned) {}
