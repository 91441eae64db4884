// expect verdict: wrong
// Only the first field of each record is written.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t record = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (record < records) out[record * fields] = factors[0] * in[record * fields];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<static_cast<unsigned>((records + 255) / 256), 256>>>(in, factors, out, records, fields);
}
