// Day 18, reference solution: head, body, tail, row by row.
//
// A block takes a row. Floats up to the first address that is a multiple of 16 go one at a time, then float4 by float4,
// then the floats that are left. in and out begin at multiples of 256 bytes and have rows of equal length, so what
// aligns one aligns the other.
#include <cstddef>
#include <cstdint>

constexpr unsigned blockThreads = 128;
constexpr size_t floatsPerQuad = 4;

__global__ void scaleRows(const float* in, const float* factors, float* out, size_t cols) {
  const size_t row = blockIdx.x;
  const float* const rowIn = in + row * cols;
  float* const rowOut = out + row * cols;
  const float factor = factors[row];

  const size_t past = reinterpret_cast<uintptr_t>(rowIn) / sizeof(float) % floatsPerQuad;
  const size_t toAligned = (floatsPerQuad - past) % floatsPerQuad;
  const size_t head = toAligned < cols ? toAligned : cols;  // a row may end before it reaches an aligned address
  const size_t quads = (cols - head) / floatsPerQuad;

  if (threadIdx.x < head) {
    rowOut[threadIdx.x] = factor * rowIn[threadIdx.x];
  }
  const float4* const in4 = reinterpret_cast<const float4*>(rowIn + head);
  float4* const out4 = reinterpret_cast<float4*>(rowOut + head);
  for (size_t i = threadIdx.x; i < quads; i += blockThreads) {
    const float4 v = in4[i];
    out4[i] = make_float4(factor * v.x, factor * v.y, factor * v.z, factor * v.w);
  }
  const size_t tail = head + floatsPerQuad * quads + threadIdx.x;
  if (tail < cols) {
    rowOut[tail] = factor * rowIn[tail];
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  scaleRows<<<static_cast<unsigned>(rows), blockThreads>>>(in, factors, out, cols);
}
