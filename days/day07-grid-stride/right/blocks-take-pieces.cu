// expect verdict: passed
// Each block takes pieces of blockDim elements in turn: the block strides, its threads stay side by side.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  for (size_t piece = blockIdx.x; piece * blockDim.x < n; piece += gridDim.x) {
    const size_t i = piece * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
  }
}

SaxpyKernel solve() { return saxpy; }
