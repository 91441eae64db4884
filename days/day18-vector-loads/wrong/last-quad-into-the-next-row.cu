// expect verdict: wrong
// expect class: row-overrun
// expect on a card verdict: unsafe
// expect on a card class: wrote-outside
// The number of float4s is rounded up, so the last one of a row reaches into the next row.
#include <cstddef>
#include <cstdint>

__global__ void scaleRows(const float* in, const float* factors, float* out, size_t cols) {
  const float* const rowIn = in + blockIdx.x * cols;
  float* const rowOut = out + blockIdx.x * cols;
  const float factor = factors[blockIdx.x];
  const size_t past = reinterpret_cast<uintptr_t>(rowIn) / sizeof(float) % 4;
  const size_t toAligned = (4 - past) % 4;
  const size_t head = toAligned < cols ? toAligned : cols;
  const size_t quads = (cols - head + 3) / 4;
  if (threadIdx.x < head) {
    rowOut[threadIdx.x] = factor * rowIn[threadIdx.x];
  }
  for (size_t i = threadIdx.x; i < quads; i += blockDim.x) {
    const float4 v = reinterpret_cast<const float4*>(rowIn + head)[i];
    reinterpret_cast<float4*>(rowOut + head)[i] = make_float4(factor * v.x, factor * v.y, factor * v.z, factor * v.w);
  }
  const size_t tail = head + 4 * quads + threadIdx.x;
  if (tail < cols) {
    rowOut[tail] = factor * rowIn[tail];
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  scaleRows<<<static_cast<unsigned>(rows), 128>>>(in, factors, out, cols);
}
