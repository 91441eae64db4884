// expect verdict: passed
// The weights come to the host and go back as a kernel argument: no __constant__ array in sight.
#include <cstddef>

struct Weights {
  float at[1000];  // 4,000 bytes; the rest would pass the 4,096 bytes of arguments that old toolkits allow
};

__global__ void convolve(const float* in, Weights weights, float* out, size_t n, size_t width, size_t from,
                         bool first) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    float sum = first ? 0.0f : out[i];
    const size_t to = width - from < 1000 ? width - from : 1000;
    for (size_t j = 0; j < to; ++j) {
      sum += weights.at[j] * in[i + width - 1 - from - j];
    }
    out[i] = sum;
  }
}

void solve(const float* in, const float* weights, float* out, size_t n, size_t width) {
  for (size_t from = 0; from < width; from += 1000) {
    Weights some;
    const size_t count = width - from < 1000 ? width - from : 1000;
    cudaMemcpy(some.at, weights + from, count * sizeof(float), cudaMemcpyDeviceToHost);
    convolve<<<static_cast<unsigned>((n + 255) / 256), 256>>>(in, some, out, n, width, from, from == 0);
  }
}
