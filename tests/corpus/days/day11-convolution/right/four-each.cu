// expect verdict: passed
// Each thread makes four neighbors.
#include <cstddef>

__global__ void convolve(const float* in, const float* weights, float* out, size_t n) {
  const size_t first = 4 * (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x);
  for (size_t i = first; i < first + 4 && i < n; ++i) {
    float even = 0, odd = 0;
    for (size_t j = 0; j < 7; ++j) {
      if (i + 3 >= j && i + 3 - j < n) {
        (j % 2 == 0 ? even : odd) += weights[j] * in[i + 3 - j];
      }
    }
    out[i] = even + odd;
  }
}

void solve(const float* in, const float* weights, float* out, size_t n) {
  convolve<<<static_cast<unsigned>((n + 255) / 256), 64>>>(in, weights, out, n);
}
