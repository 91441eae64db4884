// expect verdict: correct, no faster than the naive kernel
// A thread walks down its own row, with float4s: neighboring lanes are a row apart.
#include <cstddef>
#include <cstdint>

__global__ void scaleRows(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) {
    return;
  }
  const float* const rowIn = in + row * cols;
  float* const rowOut = out + row * cols;
  const float factor = factors[row];
  const size_t past = reinterpret_cast<uintptr_t>(rowIn) / sizeof(float) % 4;
  const size_t toAligned = (4 - past) % 4;
  const size_t head = toAligned < cols ? toAligned : cols;
  const size_t quads = (cols - head) / 4;
  for (size_t i = 0; i < head; ++i) {
    rowOut[i] = factor * rowIn[i];
  }
  for (size_t i = 0; i < quads; ++i) {
    const float4 v = reinterpret_cast<const float4*>(rowIn + head)[i];
    reinterpret_cast<float4*>(rowOut + head)[i] = make_float4(factor * v.x, factor * v.y, factor * v.z, factor * v.w);
  }
  for (size_t tail = head + 4 * quads; tail < cols; ++tail) {
    rowOut[tail] = factor * rowIn[tail];
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  scaleRows<<<static_cast<unsigned>((rows + 127) / 128), 128>>>(in, factors, out, rows, cols);
}
