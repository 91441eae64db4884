// expect verdict: did not run
// expect class: misaligned-address
// Each thread reads its record's first four floats at once, which needs records of a multiple of four.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t record = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (record >= records) return;
  size_t field = 0;
  for (; field + 3 < fields; field += 4) {
    const float4 four = *reinterpret_cast<const float4*>(in + record * fields + field);
    out[record * fields + field] = factors[field] * four.x;
    out[record * fields + field + 1] = factors[field + 1] * four.y;
    out[record * fields + field + 2] = factors[field + 2] * four.z;
    out[record * fields + field + 3] = factors[field + 3] * four.w;
  }
  for (; field < fields; ++field) out[record * fields + field] = factors[field] * in[record * fields + field];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<static_cast<unsigned>((records + 255) / 256), 256>>>(in, factors, out, records, fields);
}
