// Day 19: convolve with weights from constant memory.
//
// solve() gets device pointers: `weights` are `width` floats, at least 1 and at most 1,023, `in` has n + width - 1
// floats, and `out` has n. Write
//
//     out[i] = sum of weights[j] * in[i + width - 1 - j] for j = 0 ... width - 1
//
// for every i below n, on the default stream. The harness synchronizes afterwards, and calls solve() many times, each
// time with other weights.
//
// The version below is right, and slow: all lanes of a warp want the same weight at the same time, and each of these
// reads is a load from global memory beside the one of `in`. Bring the weights into a __constant__ array, once a call,
// and read them from there.
#include <cstddef>

constexpr unsigned blockThreads = 256;

__global__ void convolve(const float* in, const float* weights, float* out, size_t n, size_t width) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (size_t j = 0; j < width; ++j) {
      sum += weights[j] * in[i + width - 1 - j];
    }
    out[i] = sum;
  }
}

void solve(const float* in, const float* weights, float* out, size_t n, size_t width) {
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  convolve<<<blocks, blockThreads>>>(in, weights, out, n, width);
}
