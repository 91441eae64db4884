// expect verdict: did not run
// expect class: misaligned-address
// Each row is read as float4s from its first float, wherever that lies.
#include <cstddef>

__global__ void scaleRows(const float* in, const float* factors, float* out, size_t cols) {
  const float* const rowIn = in + blockIdx.x * cols;
  float* const rowOut = out + blockIdx.x * cols;
  const float factor = factors[blockIdx.x];
  const size_t head = 0;
  const size_t quads = (cols - head) / 4;
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
