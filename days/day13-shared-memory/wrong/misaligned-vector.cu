// expect verdict: did not run
// expect class: misaligned-address
// Rows are read four floats at a time, which needs a row length that is a multiple of four.
#include <cstddef>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  const size_t groups = (cols + 3) / 4;
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i >= rows * groups) return;
  const size_t row = i / groups, col = i % groups * 4;
  if (col + 3 < cols) {
    const float4 four = *reinterpret_cast<const float4*>(in + row * cols + col);
    out[(col + 0) * rows + row] = four.x;
    out[(col + 1) * rows + row] = four.y;
    out[(col + 2) * rows + row] = four.z;
    out[(col + 3) * rows + row] = four.w;
  } else {
    for (size_t c = col; c < cols; ++c) out[c * rows + row] = in[row * cols + c];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  transpose<<<static_cast<unsigned>((rows * ((cols + 3) / 4) + 255) / 256), 256>>>(in, out, rows, cols);
}
