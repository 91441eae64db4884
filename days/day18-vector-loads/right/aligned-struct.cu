// expect verdict: passed
// A struct of four floats with alignas(16) instead of float4, and a template that unrolls over its members.
#include <cstddef>
#include <cstdint>

struct alignas(16) Quad {
  float at[4];
};

__global__ void scaleRows(const float* in, const float* factors, float* out, size_t cols) {
  const float* const rowIn = in + blockIdx.x * cols;
  float* const rowOut = out + blockIdx.x * cols;
  const float factor = factors[blockIdx.x];
  const size_t past = reinterpret_cast<uintptr_t>(rowIn) / sizeof(float) % 4;
  const size_t toAligned = (4 - past) % 4;
  const size_t head = toAligned < cols ? toAligned : cols;
  const size_t quads = (cols - head) / 4;
  if (threadIdx.x < head) {
    rowOut[threadIdx.x] = factor * rowIn[threadIdx.x];
  }
  for (size_t i = threadIdx.x; i < quads; i += blockDim.x) {
    Quad v = reinterpret_cast<const Quad*>(rowIn + head)[i];
    for (float& value : v.at) {
      value *= factor;
    }
    reinterpret_cast<Quad*>(rowOut + head)[i] = v;
  }
  const size_t tail = head + 4 * quads + threadIdx.x;
  if (tail < cols) {
    rowOut[tail] = factor * rowIn[tail];
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  scaleRows<<<static_cast<unsigned>(rows), 128>>>(in, factors, out, cols);
}
