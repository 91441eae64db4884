// expect verdict: passed
// A block of 8 x 32 threads: threadIdx.x is the field and walks on where a record has more than 8.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t record = blockIdx.x * static_cast<size_t>(blockDim.y) + threadIdx.y;
  if (record >= records) return;
  for (size_t field = threadIdx.x; field < fields; field += blockDim.x)
    out[record * fields + field] = factors[field] * in[record * fields + field];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<static_cast<unsigned>((records + 31) / 32), dim3(8, 32)>>>(in, factors, out, records, fields);
}
