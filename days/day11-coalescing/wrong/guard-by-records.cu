// expect verdict: wrong
// expect class: past-n-unwritten
// The guard still compares with the number of records.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (word < records) out[word] = factors[word % fields] * in[word];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<static_cast<unsigned>((records * fields + 255) / 256), 256>>>(in, factors, out, records, fields);
}
