// expect verdict: wrong
// expect class: outside-access
// Bytes above 127 are read as negative numbers, and lie before the counts.
#include <cstddef>

__global__ void clear(unsigned* counts) { counts[threadIdx.x] = 0; }

__global__ void count(const unsigned char* in, unsigned* counts, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    atomicAdd(&counts[static_cast<signed char>(in[i])], 1U);
  }
}

void solve(const unsigned char* in, unsigned* counts, size_t n) {
  clear<<<1, 256>>>(counts);
  count<<<static_cast<unsigned>((n + 255) / 256), 256>>>(in, counts, n);
}
