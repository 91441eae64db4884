// expect verdict: wrong
// ceil() of an integer division, which has already rounded down.
#include <cstddef>

#include <cmath>

__global__ void add(const float* a, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + b[i];
  }
}

void solve(const float* a, const float* b, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>(std::ceil(n / 256));
  add<<<blocks == 0 ? 1 : blocks, 256>>>(a, b, out, n);
}
