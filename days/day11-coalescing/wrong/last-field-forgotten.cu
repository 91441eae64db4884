// expect verdict: wrong
// expect class: past-n-unwritten
// The loop ends one field early.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t record = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (record < records)
    for (size_t field = 0; field + 1 < fields; ++field)
      out[record * fields + field] = factors[field] * in[record * fields + field];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<static_cast<unsigned>((records + 255) / 256), 256>>>(in, factors, out, records, fields);
}
