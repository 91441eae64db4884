// expect verdict: unsafe
// expect class: memcheck
// expect on a card class: wrote-outside
// The guard says <= where it should say <: one element past the end is read and written.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (word <= records * fields) out[word] = factors[word % fields] * in[word];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<static_cast<unsigned>((records * fields + 255) / 256), 256>>>(in, factors, out, records, fields);
}
