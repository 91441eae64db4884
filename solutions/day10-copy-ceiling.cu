// Day 10, reference solution: one pass. Each input is read once and the output is written once, 12 bytes an element,
// which is what the result needs. The product s b[i] lives in a register and never sees memory.
#include <cstddef>

constexpr unsigned blockThreads = 256;

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + s * b[i];
  }
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  triad<<<blocks, blockThreads>>>(a, s, b, out, n);
}
