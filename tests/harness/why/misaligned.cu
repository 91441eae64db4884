// Not a transpose: every warp reads and writes neighbors that start one float past a sector's edge.
#include <cstddef>

__global__ void shifted(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x + 1;
  if (i < n) {
    out[i] = in[i];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t n = rows * cols;
  shifted<<<static_cast<unsigned>((n + 255) / 256), 256>>>(in, out, n);
}
