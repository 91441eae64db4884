// expect verdict: wrong
// expect class: scan-within-blocks
// expect also: partial-tile-unwritten
// Two faults: the starts are not added, and the last partial block is not scanned.
#include <cstddef>

constexpr unsigned threads = 128;

// Each block scans its own elements and leaves its total.
__global__ void scanBlocks(const int* in, int* out, int* sums, size_t n) {
  __shared__ int value[threads];
  const unsigned t = threadIdx.x;
  const size_t i = blockIdx.x * static_cast<size_t>(threads) + t;
  value[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned distance = 1; distance < threads; distance *= 2) {
    const int before = t >= distance ? value[t - distance] : 0;
    __syncthreads();
    value[t] += before;
    __syncthreads();
  }
  if ((blockIdx.x + 1) * threads <= n) {
    out[i] = value[t];
  }
  if (t == threads - 1) {
    sums[blockIdx.x] = value[t];
  }
}

// One thread turns the totals into each block's start.
__global__ void scanTotals(int* sums, size_t blocks) {
  int start = 0;
  for (size_t b = 0; b < blocks; ++b) {
    const int total = sums[b];
    sums[b] = start;
    start += total;
  }
}

__global__ void addStarts(int* out, const int* sums, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
  if (i < n) {
    out[i] += sums[blockIdx.x];
  }
}

void solve(const int* in, int* out, int* sums, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + threads - 1) / threads);
  scanBlocks<<<blocks, threads>>>(in, out, sums, n);
  scanTotals<<<1, 1>>>(sums, blocks);
}
