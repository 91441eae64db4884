// expect verdict: did not build
// A name that nobody declared.
#include <cstddef>

void solve(const float* in, float* out, size_t rows, size_t cols) { transposed<<<1, 1>>>(in, out, rows, cols); }
