// expect verdict: passed
// Each thread counts one value over all bytes.
#include <cstddef>

__global__ void count(const unsigned char* in, unsigned* counts, size_t n) {
  unsigned mine = 0;
  for (size_t i = 0; i < n; ++i) {
    mine += in[i] == threadIdx.x ? 1 : 0;
  }
  counts[threadIdx.x] = mine;
}

void solve(const unsigned char* in, unsigned* counts, size_t n) { count<<<1, 256>>>(in, counts, n); }
