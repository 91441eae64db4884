// expect verdict: passed
// The matrix as one vector: always aligned, and the factor changes where a row ends inside a float4.
#include <cstddef>

__global__ void scaleFlat(const float* in, const float* factors, float* out, size_t count, size_t cols) {
  const size_t first = 4 * (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x);
  if (first >= count) {
    return;
  }
  size_t row = first / cols;
  size_t left = cols - first % cols;  // floats of this row from here on
  float factor = factors[row];
  alignas(16) float values[4] = {};
  const size_t floats = count - first < 4 ? count - first : 4;
  if (floats == 4) {
    *reinterpret_cast<float4*>(values) = *reinterpret_cast<const float4*>(in + first);
  } else {
    for (size_t j = 0; j < floats; ++j) {
      values[j] = in[first + j];
    }
  }
  for (size_t j = 0; j < floats; ++j) {
    if (left == 0) {
      factor = factors[++row];
      left = cols;
    }
    values[j] *= factor;
    --left;
  }
  if (floats == 4) {
    *reinterpret_cast<float4*>(out + first) = *reinterpret_cast<const float4*>(values);
  } else {
    for (size_t j = 0; j < floats; ++j) {
      out[first + j] = values[j];
    }
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  const size_t quads = (rows * cols + 3) / 4;
  scaleFlat<<<static_cast<unsigned>((quads + 255) / 256), 256>>>(in, factors, out, rows * cols, cols);
}
