// Several kernels, a template of two kinds, a macro, inlined functions of this file and of a header, launches in a
// loop, and text that HTML must not take for markup: </pre><script>alert(1)</script> & "quotes".
#include <cstddef>

#include "helpers.h"

#define SECOND(in, i) ((in)[2 * (i)])

__device__ float third(const float* in, size_t i) { return in[3 * i]; }

template <int stride>
__global__ void every(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (i * 8 >= n) return;
  float sum = in[stride * i];
  if (i % 2 == 0) {
    sum += third(in, i);
  } else {
    sum -= SECOND(in, i);
  }
  out[i] = sum + everyEighth(in, i);
}

__global__ void plain(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  const size_t n = rows * cols;
  const auto blocks = static_cast<unsigned>((n / 8 + 127) / 128);
  for (int k = 0; k < 3; ++k) plain<<<static_cast<unsigned>((n + 127) / 128), 128>>>(in, out, n);
  every<4><<<blocks, 128>>>(in, out, n);
  every<1><<<blocks, 128>>>(in, out, n);
}
