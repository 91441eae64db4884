// expect verdict: wrong
// expect class: tail-missing
// An if after an if: each thread handles two elements and no more.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
  i += stride;
  if (i < n) y[i] = a * x[i] + y[i];
}

SaxpyKernel solve() { return saxpy; }
