// expect verdict: passed
// One thread does it all.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) { scaleAndAdd<<<1, 1>>>(a, x, y, out, n); }
