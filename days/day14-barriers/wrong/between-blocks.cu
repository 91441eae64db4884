// expect verdict: wrong
// expect class: order-dependent
// The first half of the work lands in out[], and __syncthreads() is taken for a barrier of the whole grid.
#include <cstddef>

constexpr unsigned blockSize = 256;
constexpr unsigned radius = 3;

// First each element and the three before it; then, "after everyone is done", the sum of the element three further on
// is what is missing.
__global__ void sumAround(const float* in, float* out, float* sums, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockSize) + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (unsigned k = 0; k <= radius; ++k) sum += i >= k ? in[i - k] : 0.0f;
    sums[i] = sum;
  }
  __syncthreads();
  if (i < n) {
    float further = 0.0f;
    if (i + radius < n) {
      further = sums[i + radius] - in[i];
    } else {
      for (size_t k = i + 1; k < n; ++k) further += in[k];
    }
    out[i] = sums[i] + further;
  }
}

void solve(const float* in, float* out, size_t n) {
  float* sums = nullptr;
  if (cudaMalloc(&sums, n * sizeof(float)) != cudaSuccess) return;
  sumAround<<<static_cast<unsigned>((n + blockSize - 1) / blockSize), blockSize>>>(in, out, sums, n);
  cudaFree(sums);
}
