// expect verdict: did not run
// expect class: illegal-address
// expect on a card verdict: unsafe
// expect on a card class: wrote-outside
// The index counts float4s and is compared with the number of floats.
#include <cstddef>

__global__ void scaleFlat(const float* in, const float* factors, float* out, size_t count, size_t cols) {
  const size_t first = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (first + 4 <= count) {
    float4 v = reinterpret_cast<const float4*>(in)[first];
    v.x *= factors[4 * first / cols];
    v.y *= factors[(4 * first + 1) / cols];
    v.z *= factors[(4 * first + 2) / cols];
    v.w *= factors[(4 * first + 3) / cols];
    reinterpret_cast<float4*>(out)[first] = v;
  } else {
    for (size_t i = first; i < count; ++i) {
      out[i] = factors[i / cols] * in[i];
    }
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  const size_t quads = rows * cols;
  scaleFlat<<<static_cast<unsigned>((quads + 255) / 256), 256>>>(in, factors, out, rows * cols, cols);
}
