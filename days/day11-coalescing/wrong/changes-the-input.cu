// expect verdict: wrong
// expect class: changed-input
// The records are scaled where they lie, and then copied.
#include <cstddef>

__global__ void scale(float* in, const float* factors, size_t words, size_t fields) {
  const size_t word = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (word < words) in[word] = factors[word % fields] * in[word];
}

void solve(const float* in, const float* factors, float* out, size_t records, size_t fields) {
  const size_t words = records * fields;
  scale<<<static_cast<unsigned>((words + 255) / 256), 256>>>(const_cast<float*>(in), factors, words, fields);
  cudaMemcpy(out, in, words * sizeof(float), cudaMemcpyDeviceToDevice);
}
