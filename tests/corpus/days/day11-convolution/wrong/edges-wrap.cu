// expect verdict: wrong
// expect class: border-cells
// Past the ends it goes on at the other end.
#include <cstddef>

__global__ void convolve(const float* in, const float* weights, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i >= n) {
    return;
  }
  float sum = 0;
  for (size_t j = 0; j < 7; ++j) {
    sum += weights[j] * in[(i + 3 + 7 * n - j) % n];
  }
  out[i] = sum;
}

void solve(const float* in, const float* weights, float* out, size_t n) {
  convolve<<<static_cast<unsigned>((n + 127) / 128), 128>>>(in, weights, out, n);
}
