// expect verdict: wrong
// expect class: scan-within-blocks
// The loop does not carry its total on.
#include <cstddef>

constexpr unsigned threads = 256, warps = threads / 32;

// One block goes along the input and carries its total on.
__global__ void scan(const int* in, int* out, size_t n) {
  __shared__ int totals[warps];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int carry = 0;
  for (size_t first = 0; first < n; first += threads) {
    const size_t i = first + threadIdx.x;
    int value = i < n ? in[i] : 0;
    for (unsigned distance = 1; distance < 32; distance *= 2) {
      const int before = __shfl_up_sync(0xffffffffU, value, distance);
      if (lane >= distance) {
        value += before;
      }
    }
    if (lane == 31) {
      totals[warp] = value;
    }
    __syncthreads();
    int start = 0;
    for (unsigned w = 0; w < warps; ++w) {
      if (w < warp) {
        start += totals[w];
      }
      carry += totals[w];
    }
    if (i < n) {
      out[i] = start + value;
    }
    __syncthreads();
  }
}

void solve(const int* in, int* out, int*, size_t n) { scan<<<1, threads>>>(in, out, n); }
