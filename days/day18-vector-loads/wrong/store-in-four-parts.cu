// expect verdict: correct, short of the target
// expect on a card verdict: passed
// expect with clang verdict: passed
// The float4 is stored through a pointer cast from a float that moves with the loop: the compiler makes four stores of
// it.
#include <cstddef>
#include <cstdint>

__global__ void scaleRows(const float* in, const float* factors, float* out, size_t cols) {
  const size_t row = blockIdx.x;
  const size_t lane = threadIdx.x;
  const size_t start = row * cols;
  const size_t end = start + cols;
  const size_t bodyStart = (start + 3) / 4 * 4;
  const size_t bodyEnd = end / 4 * 4;
  const float factor = factors[row];
  if (bodyEnd <= bodyStart) {
    if (lane < cols) {
      out[start + lane] = factor * in[start + lane];
    }
    return;
  }
  const bool isHead = lane < bodyStart - start;
  const bool isTail = lane < 32 && lane >= 32 - (end - bodyEnd);
  if (isHead || isTail) {
    const size_t i = isHead ? start + lane : end - 32 + lane;
    out[i] = factor * in[i];
  }
  for (size_t i = bodyStart + 4 * lane; i < bodyEnd; i += 4 * blockDim.x) {
    const float4 v = *reinterpret_cast<const float4*>(in + i);
    *reinterpret_cast<float4*>(out + i) = make_float4(factor * v.x, factor * v.y, factor * v.z, factor * v.w);
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  scaleRows<<<static_cast<unsigned>(rows), 64>>>(in, factors, out, cols);
}
