// expect verdict: passed
// Lanes run backwards through the words: the sectors are the same.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t words = records * fields;
  if (word < words) out[words - 1 - word] = factors[(words - 1 - word) % fields] * in[words - 1 - word];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<static_cast<unsigned>((records * fields + 255) / 256), 256>>>(in, factors, out, records, fields);
}
