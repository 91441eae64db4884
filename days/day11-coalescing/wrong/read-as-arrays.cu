// expect verdict: wrong
// expect class: read-as-arrays
// The input is read as if it were an array a field.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t record = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (record < records)
    for (size_t field = 0; field < fields; ++field)
      out[record * fields + field] = factors[field] * in[field * records + record];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<static_cast<unsigned>((records + 255) / 256), 256>>>(in, factors, out, records, fields);
}
