// expect verdict: did not run
// expect class: misaligned-address
// Four elements at a time from the second one on: 4 bytes past a multiple of 16.
#include <cstddef>

// Four elements a thread, as one access of 16 bytes.
__global__ void scaleAndAdd(float a, const float4* x, const float4* y, float4* out, size_t quads) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < quads) {
    const float4 left = x[i], right = y[i];
    out[i] = make_float4(a * left.x + right.x, a * left.y + right.y, a * left.z + right.z, a * left.w + right.w);
  }
}

__global__ void tail(float a, const float* x, const float* y, float* out, size_t from, size_t n) {
  const size_t i = from + threadIdx.x;
  if (i < n) {
    out[i] = a * x[i] + y[i];
  }
}

void solve(float a, const float* x, const float* y, float* out, size_t n) {
  const size_t quads = n / 4;
  if (quads > 0) {
    scaleAndAdd<<<static_cast<unsigned>((quads + 127) / 128), 128>>>(a, reinterpret_cast<const float4*>(x + 1),
                                                                     reinterpret_cast<const float4*>(y),
                                                                     reinterpret_cast<float4*>(out), quads);
  }
  tail<<<1, 32>>>(a, x, y, out, quads * 4, n);
}
