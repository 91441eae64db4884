// expect verdict: passed
// One index over all elements, taken apart by division.
#include <cstddef>

__global__ void upsideDown(const float* in, float* out, size_t depth, size_t plane) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < depth * plane) {
    out[i] = in[(depth - 1 - i / plane) * plane + i % plane];
  }
}

void solve(const float* in, float* out, size_t depth, size_t rows, size_t cols) {
  const size_t total = depth * rows * cols;
  upsideDown<<<static_cast<unsigned>((total + 95) / 96), 96>>>(in, out, depth, rows * cols);
}
