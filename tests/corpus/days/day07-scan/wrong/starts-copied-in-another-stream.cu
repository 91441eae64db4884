// expect verdict: wrong
// expect class: order-dependent
// The starts are copied in the default stream, and added in a stream that does not wait for it.
#include <cstddef>
#include <vector>

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
  if (i < n) {
    out[i] = value[t];
  }
  if (t == threads - 1) {
    sums[blockIdx.x] = value[t];
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
  std::vector<int> starts(blocks);
  cudaMemcpy(starts.data(), sums, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  int start = 0;
  for (int& value : starts) {
    const int total = value;
    value = start;
    start += total;
  }
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaMemcpyAsync(sums, starts.data(), blocks * sizeof(int), cudaMemcpyHostToDevice);
  addStarts<<<blocks, threads, 0, other>>>(out, sums, n);
  cudaStreamDestroy(other);
}
