// expect verdict: passed
// The host counts and copies.

#include <vector>

void solve(unsigned* out, unsigned blocks, unsigned threads) {
  std::vector<unsigned> indices(static_cast<size_t>(blocks) * threads);
  for (size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<unsigned>(i);
  cudaMemcpy(out, indices.data(), indices.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
}
