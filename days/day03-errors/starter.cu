// Day 3: a function of three steps that fails silently. Make it report the right error and stop.
//
//   1. allocate `bytes` bytes for *result
//   2. double the n floats of `in` into it, with blocks of `threads` threads
//   3. store n in *receipt, which says that step 2 is done
//
// Whoever calls solve() chooses `threads` and `bytes`, so steps 1 and 2 can fail. Then solve() must
//   - return the error of the first step that failed, and cudaSuccess only if all three are done, not just launched,
//   - stop there: no step after it, *result null, and nothing allocated,
//   - leave no error behind for the caller's next cudaGetLastError() to find.
//
// The version below is right as long as nothing goes wrong.
#include <cstddef>

__global__ void doubleAll(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {  // the last block may have threads past the end; day 5 is about this line
    out[i] = 2.0f * in[i];
  }
}

__global__ void stamp(unsigned* receipt, size_t n) { *receipt = static_cast<unsigned>(n); }

cudaError_t solve(const float* in, size_t n, unsigned threads, size_t bytes, float** result, unsigned* receipt) {
  cudaMalloc(result, bytes);
  doubleAll<<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(in, *result, n);
  stamp<<<1, 1>>>(receipt, n);
  return cudaSuccess;
}
