// expect verdict: passed
// From the last element down: the stride is the same, and the condition looks at what is left.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t left = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; left < n; left += stride) {
    const size_t i = n - 1 - left;
    y[i] = a * x[i] + y[i];
  }
}

SaxpyKernel solve() { return saxpy; }
