// Day 7: SAXPY on any grid.
//
// Write a kernel that computes y[i] = a * x[i] + y[i] for every i < n, whatever grid it is launched with. solve() only
// hands the kernel over: the harness launches it, with one-dimensional grids of its own choice, from 1 block of 1
// thread to thousands of blocks. Each element must be updated exactly once.
//
// The kernel below handles one element a thread. It is right as long as the grid has as many threads as there are
// elements, and leaves the rest of y as it was when the grid has fewer.
#include <cstddef>

using SaxpyKernel = void (*)(float a, const float* x, float* y, size_t n);

__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

SaxpyKernel solve() { return saxpy; }
