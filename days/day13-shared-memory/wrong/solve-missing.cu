// expect verdict: did not build
// solve() has another signature, so the harness finds none.
#include <cstddef>

void solve(const float* in, float* out, int rows, int cols) {
  cudaMemcpy(out, in, sizeof(float) * rows * cols, cudaMemcpyDeviceToDevice);
}
