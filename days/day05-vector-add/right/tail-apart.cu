// expect verdict: passed
// Whole blocks without a guard, then one launch for the rest.
#include <cstddef>

__global__ void add(const float* a, const float* b, float* out) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  out[i] = a[i] + b[i];
}

void solve(const float* a, const float* b, float* out, size_t n) {
  const size_t whole = n / 256 * 256;
  if (whole > 0) {
    add<<<static_cast<unsigned>(whole / 256), 256>>>(a, b, out);
  }
  if (n > whole) {
    add<<<1, static_cast<unsigned>(n - whole)>>>(a + whole, b + whole, out + whole);
  }
}
