// expect verdict: correct, short of the target
// expect class: global-sectors
// expect on a card verdict: correct, no faster than the naive kernel
// Each thread takes neighbors in a row: every element once, and adjacent threads far apart in memory.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  const size_t share = (n + threads - 1) / threads;
  const size_t begin = (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x) * share;
  for (size_t i = begin; i < begin + share && i < n; ++i) {
    y[i] = a * x[i] + y[i];
  }
}

SaxpyKernel solve() { return saxpy; }
