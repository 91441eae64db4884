// expect verdict: wrong
// expect class: nothing-updated
// The test for an empty vector is turned around, so every thread leaves at once.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  if (n > 0) return;
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

SaxpyKernel solve() { return saxpy; }
