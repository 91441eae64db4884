// expect verdict: passed
// Whole aligned float4s are read, also those that begin in the row above; only what belongs to the row is written.
#include <cstddef>

// A block covers a row from the aligned address at or before its first float.
__global__ void scaleRows(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x;
  const size_t start = row * cols;
  const size_t end = start + cols;
  const size_t count = rows * cols;
  const float factor = factors[row];
  for (size_t i = start / 4 * 4 + 4 * threadIdx.x; i < end; i += 4 * blockDim.x) {
    if (i >= start && i + 4 <= end) {
      float4 v = *reinterpret_cast<const float4*>(in + i);
      v = make_float4(factor * v.x, factor * v.y, factor * v.z, factor * v.w);
      *reinterpret_cast<float4*>(out + i) = v;
    } else if (i + 4 <= count) {
      const float4 v = *reinterpret_cast<const float4*>(in + i);
      const float values[4] = {v.x, v.y, v.z, v.w};
      for (size_t j = 0; j < 4; ++j) {
        if (i + j >= start && i + j < end) {
          out[i + j] = factor * values[j];
        }
      }
    } else {
      for (size_t j = i > start ? i : start; j < end; ++j) {
        out[j] = factor * in[j];
      }
    }
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  scaleRows<<<static_cast<unsigned>(rows), 128>>>(in, factors, out, rows, cols);
}
