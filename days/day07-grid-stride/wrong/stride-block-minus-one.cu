// expect verdict: wrong
// expect class: updated-more-than-once
// The stride is gridDim * (blockDim - 1): trips overlap by gridDim elements.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t stride = static_cast<size_t>(gridDim.x) * (blockDim.x - 1) + (blockDim.x == 1 ? gridDim.x : 0);
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

SaxpyKernel solve() { return saxpy; }
