// expect verdict: correct, no faster than the naive kernel
// cudaMemcpy puts a into out, and a kernel adds the product: two passes, one of them hidden in a call.
#include <cstddef>

__global__ void addScaled(float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = out[i] + s * b[i];
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  cudaMemcpy(out, a, n * sizeof(float), cudaMemcpyDeviceToDevice);
  addScaled<<<static_cast<unsigned>((n + 255) / 256), 256>>>(s, b, out, n);
}
