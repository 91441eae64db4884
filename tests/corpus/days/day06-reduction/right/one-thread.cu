// expect verdict: passed
// One thread does it all, in order.
#include <cmath>
#include <cstddef>

__global__ void fold(const float* in, float* sum, float* largest, size_t n) {
  float mine = 0, most = -INFINITY;
  for (size_t i = 0; i < n; ++i) {
    mine += in[i];
    most = fmaxf(most, in[i]);
  }
  *sum = mine;
  *largest = most;
}

void solve(const float* in, float* sum, float* largest, float*, size_t n) { fold<<<1, 1>>>(in, sum, largest, n); }
