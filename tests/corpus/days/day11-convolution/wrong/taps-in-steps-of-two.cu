// expect verdict: wrong
// expect class: term-missing
// Every second weight is left out.
#include <cstddef>

__global__ void convolve(const float* in, const float* weights, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i >= n) {
    return;
  }
  float sum = 0;
  for (size_t j = 0; j < 7; j += 2) {
    if (i + 3 >= j && i + 3 - j < n) {
      sum += weights[j] * in[i + 3 - j];
    }
  }
  out[i] = sum;
}

void solve(const float* in, const float* weights, float* out, size_t n) {
  convolve<<<static_cast<unsigned>((n + 127) / 128), 128>>>(in, weights, out, n);
}
