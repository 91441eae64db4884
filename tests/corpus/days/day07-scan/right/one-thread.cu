// expect verdict: passed
// One thread.
#include <cstddef>

__global__ void scan(const int* in, int* out, size_t n) {
  int sum = 0;
  for (size_t i = 0; i < n; ++i) {
    sum += in[i];
    out[i] = sum;
  }
}

void solve(const int* in, int* out, int*, size_t n) { scan<<<1, 1>>>(in, out, n); }
