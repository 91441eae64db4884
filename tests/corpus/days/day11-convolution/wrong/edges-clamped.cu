// expect verdict: wrong
// expect class: border-cells
// Past the ends the first and the last element are repeated.
#include <cstddef>

__global__ void convolve(const float* in, const float* weights, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i >= n) {
    return;
  }
  float sum = 0;
  for (size_t j = 0; j < 7; ++j) {
    const size_t at = i + 3 < j ? 0 : i + 3 - j;
    sum += weights[j] * in[at < n ? at : n - 1];
  }
  out[i] = sum;
}

void solve(const float* in, const float* weights, float* out, size_t n) {
  convolve<<<static_cast<unsigned>((n + 127) / 128), 128>>>(in, weights, out, n);
}
