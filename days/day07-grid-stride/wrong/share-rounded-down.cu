// expect verdict: wrong
// expect class: tail-missing
// Each thread gets n / threads neighbors in a row, rounded down: with more threads than
// elements nobody has any, with fewer the remainder has no thread.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t share = n / (static_cast<size_t>(gridDim.x) * blockDim.x);
  const size_t begin = (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x) * share;
  for (size_t i = begin; i < begin + share; ++i) {
    y[i] = a * x[i] + y[i];
  }
}

SaxpyKernel solve() { return saxpy; }
