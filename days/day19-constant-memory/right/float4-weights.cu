// expect verdict: passed
// The array is declared as float4, so that four weights come with one read.
#include <cstddef>

__constant__ float4 constantWeights[256];

__global__ void convolve(const float* in, float* out, size_t n, size_t width) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    const float* const last = in + i + width - 1;
    float sum = 0.0f;
    for (size_t j = 0; j + 4 <= width; j += 4) {
      const float4 w = constantWeights[j / 4];
      sum += w.x * last[-static_cast<ptrdiff_t>(j)] + w.y * last[-1 - static_cast<ptrdiff_t>(j)] +
             w.z * last[-2 - static_cast<ptrdiff_t>(j)] + w.w * last[-3 - static_cast<ptrdiff_t>(j)];
    }
    for (size_t j = width / 4 * 4; j < width; ++j) {
      sum += reinterpret_cast<const float*>(constantWeights)[j] * in[i + width - 1 - j];
    }
    out[i] = sum;
  }
}

void solve(const float* in, const float* weights, float* out, size_t n, size_t width) {
  cudaMemcpyToSymbol(constantWeights, weights, width * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  convolve<<<static_cast<unsigned>((n + 255) / 256), 256>>>(in, out, n, width);
}
