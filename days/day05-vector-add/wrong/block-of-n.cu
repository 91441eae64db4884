// expect verdict: did not run
// expect class: launch-refused
// One block of n threads: 1,024 is the limit.
#include <cstddef>

__global__ void add(const float* a, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + b[i];
  }
}

void solve(const float* a, const float* b, float* out, size_t n) { add<<<1, static_cast<unsigned>(n)>>>(a, b, out, n); }
