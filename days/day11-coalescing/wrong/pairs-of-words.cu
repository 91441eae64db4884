// expect verdict: correct, short of the target
// Two neighboring words a thread: the lanes are 8 bytes apart, and each access uses half of its sectors.
#include <cstddef>

__global__ void scale(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t first = 2 * (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x);
  for (size_t word = first; word < first + 2 && word < records * fields; ++word)
    out[word] = factors[word % fields] * in[word];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t threads = (records * fields + 1) / 2;
  scale<<<static_cast<unsigned>((threads + 255) / 256), 256>>>(in, factors, out, records, fields);
}
