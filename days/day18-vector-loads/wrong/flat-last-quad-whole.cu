// expect verdict: unsafe
// expect class: memcheck
// expect on a card class: wrote-outside
// The last float4 of the whole matrix is moved in one piece, past the end of the buffers.
#include <cstddef>

__global__ void scaleFlat(const float* in, const float* factors, float* out, size_t count, size_t cols) {
  const size_t first = 4 * (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x);
  if (first < count) {
    float4 v = *reinterpret_cast<const float4*>(in + first);
    v.x *= factors[first / cols];
    v.y *= factors[(first + 1) / cols];
    v.z *= factors[(first + 2) / cols];
    v.w *= factors[(first + 3) / cols];
    *reinterpret_cast<float4*>(out + first) = v;
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  const size_t quads = (rows * cols + 3) / 4;
  scaleFlat<<<static_cast<unsigned>((quads + 255) / 256), 256>>>(in, factors, out, rows * cols, cols);
}
