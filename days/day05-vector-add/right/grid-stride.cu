// expect verdict: passed
// A fixed grid of 64 blocks, each thread taking several elements.
#include <cstddef>

__global__ void add(const float* a, const float* b, float* out, size_t n) {
  const size_t step = gridDim.x * static_cast<size_t>(blockDim.x);
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += step) {
    out[i] = a[i] + b[i];
  }
}

void solve(const float* a, const float* b, float* out, size_t n) { add<<<64, 256>>>(a, b, out, n); }
