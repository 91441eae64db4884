// expect verdict: wrong
// expect class: order-lost
// Each thread takes the next place by an atomic, in no order.
#include <cstddef>

__global__ void keep(const int* in, int* out, unsigned* count, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n && in[i] > 0) {
    out[atomicAdd(count, 1U)] = in[i];
  }
}

void solve(const int* in, int* out, unsigned* count, unsigned*, size_t n) {
  cudaMemsetAsync(count, 0, sizeof(unsigned));
  keep<<<static_cast<unsigned>((n + 127) / 128), 128>>>(in, out, count, n);
}
