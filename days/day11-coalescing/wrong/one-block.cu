// expect verdict: wrong
// expect class: one-block-only
// The grid has one block, and the kernel has no loop.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (word < records * fields) out[word] = factors[word % fields] * in[word];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<1, 256>>>(in, factors, out, records, fields);
}
