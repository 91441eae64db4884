// expect verdict: timed out
// The loop never advances.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += 0) {
    y[i] = a * x[i] + *static_cast<volatile float*>(&y[i]);
  }
}

SaxpyKernel solve() { return saxpy; }
