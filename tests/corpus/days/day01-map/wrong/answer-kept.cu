// expect verdict: wrong
// expect class: previous-output
// The first answer is kept and given again.
#include <cstddef>

__global__ void scaleAndAdd(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a * x[i] + y[i];
  }
}

__device__ float kept[1U << 17];
__device__ size_t keptCount;

__global__ void remember(const float* out, size_t n) {
  for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
    kept[i] = out[i];
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    keptCount = n;
  }
}

__global__ void recall(float* out, size_t n) {
  for (size_t i = threadIdx.x; i < n && keptCount == n; i += blockDim.x) {
    out[i] = kept[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  scaleAndAdd<<<blocks, 256>>>(a, x, y, out, n);
  recall<<<1, 256>>>(out, n);
  remember<<<1, 256>>>(out, n);
}
