// expect verdict: passed
// Each thread counts what is kept before its element.
#include <cstddef>

__global__ void keep(const int* in, int* out, unsigned* count, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i >= n) {
    return;
  }
  unsigned before = 0;
  for (size_t j = 0; j < i; ++j) {
    before += in[j] > 0 ? 1 : 0;
  }
  if (in[i] > 0) {
    out[before] = in[i];
  }
  if (i + 1 == n) {
    *count = before + (in[i] > 0 ? 1 : 0);
  }
}

void solve(const int* in, int* out, unsigned* count, unsigned*, size_t n) {
  keep<<<static_cast<unsigned>((n + 95) / 96), 96>>>(in, out, count, n);
}
