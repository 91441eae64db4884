// Day 1: every thread writes its global index.
//
// solve() gets a device pointer to blocks x threads numbers. Launch `blocks` blocks of `threads` threads, and have each
// thread write its global index at that place: out[i] = i, for every i below blocks x threads. The harness
// synchronizes afterwards.
//
// The version below is right for one block. With two, the threads of both write to the same places.

__global__ void writeIndex(unsigned* out) {
  const unsigned index = threadIdx.x;
  out[index] = index;
}

void solve(unsigned* out, unsigned blocks, unsigned threads) { writeIndex<<<blocks, threads>>>(out); }
