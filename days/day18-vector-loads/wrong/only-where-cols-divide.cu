// expect verdict: correct, short of the target
// expect on a card verdict: passed
// float4 where the row length is a multiple of four, single floats for every other length.
#include <cstddef>

template <class Vector>
__global__ void scaleRows(const float* in, const float* factors, float* out, size_t cols) {
  const float factor = factors[blockIdx.x];
  constexpr size_t floats = sizeof(Vector) / sizeof(float);
  const Vector* const rowIn = reinterpret_cast<const Vector*>(in + blockIdx.x * cols);
  Vector* const rowOut = reinterpret_cast<Vector*>(out + blockIdx.x * cols);
  for (size_t i = threadIdx.x; i < cols / floats; i += blockDim.x) {
    Vector v = rowIn[i];
    for (size_t j = 0; j < floats; ++j) {
      reinterpret_cast<float*>(&v)[j] *= factor;
    }
    rowOut[i] = v;
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  if (cols % 4 == 0) {
    scaleRows<float4><<<static_cast<unsigned>(rows), 128>>>(in, factors, out, cols);
  } else {
    scaleRows<float><<<static_cast<unsigned>(rows), 128>>>(in, factors, out, cols);
  }
}
