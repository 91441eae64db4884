// expect verdict: passed
// Each thread of one block scans four neighbors; the block walks along the vector with a carry.
#include <cstddef>

__global__ void scanAll(const int* in, int* out, size_t n) {
  __shared__ int total[64];
  int carry = 0;
  for (size_t start = 0; start < n; start += 256) {
    const size_t first = start + 4 * threadIdx.x;
    int own[4], sum = 0;
    for (unsigned j = 0; j < 4; ++j) {
      sum += first + j < n ? in[first + j] : 0;
      own[j] = sum;
    }
    total[threadIdx.x] = sum;
    __syncthreads();
    int before = carry, all = 0;
    for (unsigned t = 0; t < 64; ++t) {
      before += t < threadIdx.x ? total[t] : 0;
      all += total[t];
    }
    for (unsigned j = 0; j < 4; ++j) {
      if (first + j < n) {
        out[first + j] = before + own[j];
      }
    }
    carry += all;
    __syncthreads();
  }
}

void solve(const int* in, int* out, int*, size_t n) { scanAll<<<1, 64>>>(in, out, n); }
