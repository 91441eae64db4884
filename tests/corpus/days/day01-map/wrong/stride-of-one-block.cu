// expect verdict: wrong
// expect class: past-n-unwritten
// The loop steps by the grid, but stops after two turns.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n && i < 2 * stride; i += stride) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) { scaleAndAdd<<<40, 128>>>(a, x, y, out, n); }
