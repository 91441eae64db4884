// expect verdict: correct, short of the target
// expect class: global-load-requests
// expect on a card verdict: passed
// __ldg() reads through the same cache as any other load: each weight is still a request of its own.
#include <cstddef>

__global__ void convolve(const float* __restrict__ in, const float* __restrict__ weights, float* __restrict__ out,
                         size_t n, size_t width) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (size_t j = 0; j < width; ++j) {
      sum += __ldg(&weights[j]) * in[i + width - 1 - j];
    }
    out[i] = sum;
  }
}

void solve(const float* in, const float* weights, float* out, size_t n, size_t width) {
  convolve<<<static_cast<unsigned>((n + 255) / 256), 256>>>(in, weights, out, n, width);
}
