// expect verdict: wrong
// expect class: last-part-missing
// The number of blocks is rounded down.
#include <cstddef>

__global__ void clear(unsigned* counts) { counts[threadIdx.x] = 0; }

__global__ void count(const unsigned char* in, unsigned* counts, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    atomicAdd(&counts[in[i]], 1U);
  }
}

void solve(const unsigned char* in, unsigned* counts, size_t n) {
  clear<<<1, 256>>>(counts);
  count<<<(n < 256 ? 1 : static_cast<unsigned>(n / 256)), 256>>>(in, counts, n);
}
