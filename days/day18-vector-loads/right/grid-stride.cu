// expect verdict: passed
// A fixed grid walks over the rows, each block over every 512th of them.
#include <cstddef>
#include <cstdint>

__global__ void scaleRows(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  for (size_t row = blockIdx.x; row < rows; row += gridDim.x) {
    const float* const rowIn = in + row * cols;
    float* const rowOut = out + row * cols;
    const float factor = factors[row];
    const size_t past = reinterpret_cast<uintptr_t>(rowIn) / sizeof(float) % 4;
    const size_t toAligned = (4 - past) % 4;
    const size_t head = toAligned < cols ? toAligned : cols;
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
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  scaleRows<<<512, 128>>>(in, factors, out, rows, cols);
}
