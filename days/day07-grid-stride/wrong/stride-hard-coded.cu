// expect verdict: wrong
// The stride is the author's own launch, 160 blocks of 256 threads, and not the grid that runs.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t stride = 160 * 256;
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

SaxpyKernel solve() { return saxpy; }
