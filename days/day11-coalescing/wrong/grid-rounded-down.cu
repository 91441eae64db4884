// expect verdict: wrong
// expect class: past-n-unwritten
// The blocks are rounded down, so the last words have no thread.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (word < records * fields) out[word] = factors[word % fields] * in[word];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t blocks = records * fields / 256;
  scale<<<static_cast<unsigned>(blocks == 0 ? 1 : blocks), 256>>>(in, factors, out, records, fields);
}
