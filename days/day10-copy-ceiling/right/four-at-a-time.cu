// expect verdict: passed
// Four floats in one access where all three vectors allow it, and one at a time for the rest.
#include <cstddef>

__global__ void triadQuads(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (4 * i + 3 < n) {
    const float4 p = reinterpret_cast<const float4*>(a)[i], q = reinterpret_cast<const float4*>(b)[i];
    reinterpret_cast<float4*>(out)[i] = make_float4(p.x + s * q.x, p.y + s * q.y, p.z + s * q.z, p.w + s * q.w);
  } else {
    for (size_t k = 4 * i; k < n; ++k) out[k] = a[k] + s * b[k];
  }
}

void solve(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t threads = (n + 3) / 4;
  triadQuads<<<static_cast<unsigned>((threads + 255) / 256), 256>>>(a, s, b, out, n);
}
