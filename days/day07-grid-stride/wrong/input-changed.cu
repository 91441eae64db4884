// expect verdict: wrong
// expect class: changed-input
// The product is kept in x, which belongs to the caller.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  float* scaled = const_cast<float*>(x);
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += stride) {
    scaled[i] = a * x[i];
    y[i] = scaled[i] + y[i];
  }
}

SaxpyKernel solve() { return saxpy; }
