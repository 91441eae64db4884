// expect verdict: wrong
// expect class: row-overrun
// All four floats of a float4 get the factor of the first, also where a row ends among them.
#include <cstddef>

__global__ void scaleFlat(const float* in, const float* factors, float* out, size_t count, size_t cols) {
  const size_t first = 4 * (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x);
  if (first + 4 <= count) {
    float4 v = *reinterpret_cast<const float4*>(in + first);
    v.x *= factors[first / cols];
    v.y *= factors[first / cols];
    v.z *= factors[first / cols];
    v.w *= factors[first / cols];
    *reinterpret_cast<float4*>(out + first) = v;
  } else {
    for (size_t i = first; i < count; ++i) {
      out[i] = factors[i / cols] * in[i];
    }
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  const size_t quads = (rows * cols + 3) / 4;
  scaleFlat<<<static_cast<unsigned>((quads + 255) / 256), 256>>>(in, factors, out, rows * cols, cols);
}
