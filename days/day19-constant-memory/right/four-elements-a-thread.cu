// expect verdict: passed
// Each weight is read once for four elements, a block apart.
#include <cstddef>

__constant__ float constantWeights[1023];

__global__ void convolve(const float* in, float* out, size_t n, size_t width) {
  const size_t first = blockIdx.x * static_cast<size_t>(4 * blockDim.x) + threadIdx.x;
  float sum[4] = {};
  for (size_t j = 0; j < width; ++j) {
    const float weight = constantWeights[j];
    for (size_t k = 0; k < 4; ++k) {
      const size_t i = first + k * blockDim.x;
      sum[k] += weight * in[(i < n ? i : n - 1) + width - 1 - j];  // past the end: the last element's sum once more
    }
  }
  for (size_t k = 0; k < 4; ++k) {
    const size_t i = first + k * blockDim.x;
    if (i < n) {
      out[i] = sum[k];
    }
  }
}

void solve(const float* in, const float* weights, float* out, size_t n, size_t width) {
  cudaMemcpyToSymbolAsync(constantWeights, weights, width * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  convolve<<<static_cast<unsigned>((n + 1023) / 1024), 256>>>(in, out, n, width);
}
