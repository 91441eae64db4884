// expect verdict: passed
// A fixed grid and a loop over words.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t words = records * fields, step = gridDim.x * static_cast<size_t>(blockDim.x);
  for (size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; word < words; word += step)
    out[word] = factors[word % fields] * in[word];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  scale<<<640, 256>>>(in, factors, out, records, fields);
}
