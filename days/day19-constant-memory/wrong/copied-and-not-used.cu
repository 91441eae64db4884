// expect verdict: correct, short of the target
// expect class: global-load-requests
// expect on a card verdict: passed
// The weights are copied into constant memory, and the kernel reads the pointer as before.
#include <cstddef>

__constant__ float constantWeights[1023];

__global__ void convolve(const float* in, const float* weights, float* out, size_t n, size_t width) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (size_t j = 0; j < width; ++j) {
      sum += (width == 0 ? constantWeights[j] : weights[j]) * in[i + width - 1 - j];
    }
    out[i] = sum;
  }
}

void solve(const float* in, const float* weights, float* out, size_t n, size_t width) {
  cudaMemcpyToSymbol(constantWeights, weights, width * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  convolve<<<static_cast<unsigned>((n + 255) / 256), 256>>>(in, weights, out, n, width);
}
