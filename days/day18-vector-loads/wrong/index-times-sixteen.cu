// expect verdict: wrong
// expect class: every-fourth-quad
// A pointer to float4 already counts in float4s; the index is multiplied by 4 all the same.
#include <cstddef>

__global__ void scaleFlat(const float* in, const float* factors, float* out, size_t count, size_t cols) {
  const size_t first = 4 * (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x);
  if (4 * first + 4 <= count) {
    float4 v = *(reinterpret_cast<const float4*>(in) + first);
    v.x *= factors[4 * first / cols];
    v.y *= factors[(4 * first + 1) / cols];
    v.z *= factors[(4 * first + 2) / cols];
    v.w *= factors[(4 * first + 3) / cols];
    *(reinterpret_cast<float4*>(out) + first) = v;
  } else {
    for (size_t i = 4 * first; i < count; ++i) {
      out[i] = factors[i / cols] * in[i];
    }
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  const size_t quads = (rows * cols + 3) / 4;
  scaleFlat<<<static_cast<unsigned>((quads + 255) / 256), 256>>>(in, factors, out, rows * cols, cols);
}
