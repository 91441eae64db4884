// expect verdict: passed
// The blocks of a vector lie in two axes.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t i = (blockIdx.y * static_cast<size_t>(gridDim.x) + blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  scaleAndAdd<<<dim3(7, (blocks + 6) / 7), 256>>>(a, x, y, out, n);
}
