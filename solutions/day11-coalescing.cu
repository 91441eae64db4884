// Day 11, reference solution: one lane a word. Neighboring lanes touch neighboring floats, whatever a record's length,
// so a warp's 128 bytes lie in 4 sectors, or 5 where they start inside one. Only the factor depends on the field.
#include <cstddef>

constexpr unsigned blockThreads = 256;

__global__ void scaleWords(const float* in, const float* factors, float* out, size_t words, size_t fields) {
  const size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (word < words) {
    out[word] = factors[word % fields] * in[word];
  }
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t words = records * fields;
  const unsigned blocks = static_cast<unsigned>((words + blockThreads - 1) / blockThreads);
  scaleWords<<<blocks, blockThreads>>>(in, factors, out, words, fields);
}
