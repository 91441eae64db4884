// expect verdict: passed
// Counts of the block in shared memory, merged once.
#include <cstddef>

constexpr unsigned threads = 256;

__global__ void count(const unsigned char* in, unsigned* counts, size_t n) {
  __shared__ unsigned mine[256];
  mine[threadIdx.x] = 0;
  __syncthreads();
  const size_t stride = static_cast<size_t>(gridDim.x) * threads;
  for (size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x; i < n; i += stride) {
    atomicAdd(&mine[in[i]], 1U);
  }
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

void solve(const unsigned char* in, unsigned* counts, size_t n) {
  cudaMemsetAsync(counts, 0, 256 * sizeof(unsigned));
  count<<<12, threads>>>(in, counts, n);
}
