// expect verdict: wrong
// expect class: one-block-only
// One block of at most 256 threads.
#include <cstddef>

__global__ void add(const float* a, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + b[i];
  }
}

void solve(const float* a, const float* b, float* out, size_t n) { add<<<1, 256>>>(a, b, out, n); }
