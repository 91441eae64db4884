// expect verdict: did not run
// expect class: launch-refused
// n / 256 blocks, which is 0 for a short array: the launch is refused.
#include <cstddef>

__global__ void add(const float* a, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + b[i];
  }
}

void solve(const float* a, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>(n / 256);
  add<<<blocks, 256>>>(a, b, out, n);
}
