// expect verdict: correct, short of the target
// expect on a card verdict: passed
// float2 where float4 was asked for: 8 bytes an access.
#include <cstddef>
#include <cstdint>

__global__ void scaleRows(const float* in, const float* factors, float* out, size_t cols) {
  const float* const rowIn = in + blockIdx.x * cols;
  float* const rowOut = out + blockIdx.x * cols;
  const float factor = factors[blockIdx.x];
  const size_t past = reinterpret_cast<uintptr_t>(rowIn) / sizeof(float) % 2;
  const size_t toAligned = (2 - past) % 2;
  const size_t head = toAligned < cols ? toAligned : cols;
  const size_t quads = (cols - head) / 2;
  if (threadIdx.x < head) {
    rowOut[threadIdx.x] = factor * rowIn[threadIdx.x];
  }
  for (size_t i = threadIdx.x; i < quads; i += blockDim.x) {
    const float2 v = reinterpret_cast<const float2*>(rowIn + head)[i];
    reinterpret_cast<float2*>(rowOut + head)[i] = make_float2(factor * v.x, factor * v.y);
  }
  const size_t tail = head + 2 * quads + threadIdx.x;
  if (tail < cols) {
    rowOut[tail] = factor * rowIn[tail];
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  scaleRows<<<static_cast<unsigned>(rows), 128>>>(in, factors, out, cols);
}
