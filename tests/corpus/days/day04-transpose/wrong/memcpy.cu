// expect verdict: wrong
// expect class: copied-not-transposed
// The bytes are copied as they are.
#include <cstddef>

void solve(const float* in, float* out, size_t rows, size_t cols) {
  cudaMemcpyAsync(out, in, rows * cols * sizeof(float), cudaMemcpyDeviceToDevice);
}
