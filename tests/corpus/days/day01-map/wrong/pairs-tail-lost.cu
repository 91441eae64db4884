// expect verdict: wrong
// expect class: past-n-unwritten
// Each thread has two elements that lie together; the last of an odd number has no thread.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t i = 2 * (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x);
  if (i + 1 < n) {
    out[i] = a * x[i] + y[i];
    out[i + 1] = a * x[i + 1] + y[i + 1];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) {
  scaleAndAdd<<<static_cast<unsigned>((n + 511) / 512), 256>>>(a, x, y, out, n);
}
