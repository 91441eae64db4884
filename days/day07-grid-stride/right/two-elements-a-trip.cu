// expect verdict: passed
// Two elements a trip, one stride apart, each with its own guard.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += 2 * stride) {
    y[i] = a * x[i] + y[i];
    if (i + stride < n) y[i + stride] = a * x[i + stride] + y[i + stride];
  }
}

SaxpyKernel solve() { return saxpy; }
