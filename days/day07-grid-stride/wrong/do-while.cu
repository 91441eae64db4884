// expect verdict: unsafe
// expect class: memcheck
// The condition comes after the update, so threads that start past n update what is not theirs.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  do {
    y[i] = a * x[i] + y[i];
    i += stride;
  } while (i < n);
}

SaxpyKernel solve() { return saxpy; }
