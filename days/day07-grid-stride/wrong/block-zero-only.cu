// expect verdict: wrong
// expect class: elements-skipped
// Only block 0 works, with the stride of the whole grid.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  if (blockIdx.x > 0) return;
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = threadIdx.x; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

SaxpyKernel solve() { return saxpy; }
