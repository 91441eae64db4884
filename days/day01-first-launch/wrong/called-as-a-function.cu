// expect verdict: did not build
// A kernel is called without a launch configuration.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned, unsigned) { writeIndex(out); }
