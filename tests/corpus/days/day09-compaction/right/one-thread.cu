// expect verdict: passed
// One thread.
#include <cstddef>

__global__ void keep(const int* in, int* out, unsigned* count, size_t n) {
  unsigned place = 0;
  for (size_t i = 0; i < n; ++i) {
    if (in[i] > 0) {
      out[place++] = in[i];
    }
  }
  *count = place;
}

void solve(const int* in, int* out, unsigned* count, unsigned*, size_t n) { keep<<<1, 1>>>(in, out, count, n); }
