// expect verdict: wrong
// expect class: factor-by-thread
// The field is taken from the thread's number in its block: right where the fields divide the block.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (word < records * fields) out[word] = factors[threadIdx.x % fields] * in[word];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<static_cast<unsigned>((records * fields + 255) / 256), 256>>>(in, factors, out, records, fields);
}
