// expect verdict: did not run
// The host reads a device pointer.
#include <cstddef>

void solve(const float* in, float* out, size_t rows, size_t cols) {
  for (size_t row = 0; row < rows; ++row)
    for (size_t col = 0; col < cols; ++col) out[col * rows + row] = in[row * cols + col];
}
