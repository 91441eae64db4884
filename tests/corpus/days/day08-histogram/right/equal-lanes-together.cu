// expect verdict: passed
// The lanes with the same byte are counted by one of them.
#include <cstddef>

__global__ void clear(unsigned* counts) { counts[threadIdx.x] = 0; }

__global__ void count(const unsigned char* in, unsigned* counts, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const unsigned byte = i < n ? in[i] : 256;
  const unsigned alike = __match_any_sync(0xffffffffU, byte);
  if (i < n && threadIdx.x % 32 == static_cast<unsigned>(__ffs(static_cast<int>(alike)) - 1)) {
    atomicAdd(&counts[byte], static_cast<unsigned>(__popc(alike)));
  }
}

void solve(const unsigned char* in, unsigned* counts, size_t n) {
  clear<<<1, 256>>>(counts);
  count<<<static_cast<unsigned>((n + 255) / 256), 256>>>(in, counts, n);
}
