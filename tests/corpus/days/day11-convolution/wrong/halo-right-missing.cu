// expect verdict: wrong
// expect class: halo-cells
// The last elements of the tile are 0.
#include <cstddef>

constexpr unsigned threads = 128, reach = 3;
__constant__ float constantWeights[7];

__global__ void convolve(const float* in, float* out, size_t n) {
  __shared__ float tile[threads + 2 * reach];
  const size_t first = blockIdx.x * static_cast<size_t>(threads), i = first + threadIdx.x;
  // Element first - reach + t stands at tile[t].
  for (unsigned t = threadIdx.x; t < threads + 2 * reach; t += threads) {
    tile[t] = t < threads + reach && first + t >= reach && first + t - reach < n ? in[first + t - reach] : 0;
  }
  __syncthreads();
  if (i < n) {
    float sum = 0;
    for (unsigned j = 0; j < 7; ++j) {
      sum += constantWeights[j] * tile[threadIdx.x + 2 * reach - j];
    }
    out[i] = sum;
  }
}

void solve(const float* in, const float* weights, float* out, size_t n) {
  cudaMemcpyToSymbolAsync(constantWeights, weights, 7 * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  convolve<<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(in, out, n);
}
