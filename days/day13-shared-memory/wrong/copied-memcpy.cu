// expect verdict: wrong
// expect class: copied-not-transposed
// The matrix is copied as it is.
#include <cstddef>

void solve(const float* in, float* out, size_t rows, size_t cols) {
  cudaMemcpy(out, in, rows * cols * sizeof(float), cudaMemcpyDeviceToDevice);
}
