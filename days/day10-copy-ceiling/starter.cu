// Day 10: the triad, out = a + s b, at the speed of a copy.
//
// solve() gets device pointers to n floats each. Write out[i] = a[i] + s * b[i] for every i below n, for any n, on the
// default stream. The harness synchronizes afterwards.
//
// The version below is right, and slow: it is put together from two kernels as a library of vector operations would
// do it. Count the bytes that each kernel reads and writes for one element, and those that the result needs. Then make
// solve() move no others, and report the ratio to the copy that ./harness day10 prints.
#include <cstddef>

constexpr unsigned blockThreads = 256;

__global__ void scale(float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = s * b[i];
  }
}

__global__ void add(const float* a, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + out[i];
  }
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  scale<<<blocks, blockThreads>>>(s, b, out, n);
  add<<<blocks, blockThreads>>>(a, out, n);
}
