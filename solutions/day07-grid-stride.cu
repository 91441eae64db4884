// Day 7, reference solution: a thread that is done with an element goes on by the number of threads in the grid.
//
// Thread t of a grid of T threads gets the elements t, t + T, t + 2T, … below n. Every element has one remainder modulo
// T, so it has one thread. The loop's condition is the guard: a thread that starts past n does nothing.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

SaxpyKernel solve() { return saxpy; }
