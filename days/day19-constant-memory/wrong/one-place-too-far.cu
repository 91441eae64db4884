// expect verdict: wrong
// expect class: weights-shifted
// The copy begins 4 bytes into the array, at its second place.
#include <cstddef>

__constant__ float constantWeights[1023];

__global__ void convolve(const float* in, float* out, size_t n, size_t width) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (size_t j = 0; j < width; ++j) {
      sum += constantWeights[j] * in[i + width - 1 - j];
    }
    out[i] = sum;
  }
}

void solve(const float* in, const float* weights, float* out, size_t n, size_t width) {
  cudaMemcpyToSymbol(constantWeights, weights, width * sizeof(float), sizeof(float), cudaMemcpyDeviceToDevice);
  convolve<<<static_cast<unsigned>((n + 255) / 256), 256>>>(in, out, n, width);
}
