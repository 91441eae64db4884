// Day 5: vector add on lengths that no block size divides.
//
// solve() gets device pointers to n floats each. Write out[i] = a[i] + b[i] for every i below n and nothing else, for
// any n, on the default stream. The harness synchronizes afterwards.
//
// The version below is right for 256, 512, 768. It is wrong for 257, and for 1 it launches no block at all.
#include <cstddef>

constexpr unsigned blockThreads = 256;

__global__ void add(const float* a, const float* b, float* out) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  out[i] = a[i] + b[i];
}

void solve(const float* a, const float* b, float* out, size_t n) {
  const size_t blocks = n / blockThreads;
  if (blocks > 0) {
    add<<<static_cast<unsigned>(blocks), blockThreads>>>(a, b, out);
  }
}
