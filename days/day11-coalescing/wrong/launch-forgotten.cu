// expect verdict: wrong
// expect class: nothing-written
// The kernel is written and never launched.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (word < records * fields) out[word] = factors[word % fields] * in[word];
}

void solve(const float*, const float*, float*, size_t, size_t) {}
