// expect verdict: passed
// A while loop, as older books write it.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  while (i < n) {
    y[i] = a * x[i] + y[i];
    i += static_cast<size_t>(gridDim.x) * blockDim.x;
  }
}

SaxpyKernel solve() { return saxpy; }
