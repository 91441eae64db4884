// expect verdict: wrong
// expect class: factor-by-record
// The factor is chosen by the record's number.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (word < records * fields) out[word] = factors[word / fields % fields] * in[word];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<static_cast<unsigned>((records * fields + 255) / 256), 256>>>(in, factors, out, records, fields);
}
