// expect verdict: wrong
// expect class: row-underrun
// The row is begun at the aligned address before it, in the row above.
#include <cstddef>
#include <cstdint>

__global__ void scaleRows(const float* in, const float* factors, float* out, size_t cols) {
  const float* const rowIn = in + blockIdx.x * cols;
  float* const rowOut = out + blockIdx.x * cols;
  const float factor = factors[blockIdx.x];
  const size_t past = reinterpret_cast<uintptr_t>(rowIn) / sizeof(float) % 4;
  const size_t quads = (past + cols) / 4;
  for (size_t i = threadIdx.x; i < quads; i += blockDim.x) {
    const float4 v = reinterpret_cast<const float4*>(rowIn - past)[i];
    reinterpret_cast<float4*>(rowOut - past)[i] = make_float4(factor * v.x, factor * v.y, factor * v.z, factor * v.w);
  }
  const size_t tail = 4 * quads - past + threadIdx.x;
  if (tail < cols) {
    rowOut[tail] = factor * rowIn[tail];
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  scaleRows<<<static_cast<unsigned>(rows), 128>>>(in, factors, out, cols);
}
