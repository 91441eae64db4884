// expect verdict: correct, no faster than the naive kernel
// One launch a field, and in each of them neighboring lanes are still a record apart.
#include <cstddef>

__global__ void scaleField(const float* in, const float* factors, float* out, size_t records, size_t fields,
                           size_t field) {
  const size_t record = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (record < records) out[record * fields + field] = factors[field] * in[record * fields + field];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  for (size_t field = 0; field < fields; ++field)
    scaleField<<<static_cast<unsigned>((records + 255) / 256), 256>>>(in, factors, out, records, fields, field);
}
