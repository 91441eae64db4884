// expect verdict: passed
// The same in a class that remembers the first error.
#include <cstddef>

__global__ void doubleAll(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {  // the last block may have threads past the end; day 5 is about this line
    out[i] = 2.0f * in[i];
  }
}

__global__ void stamp(unsigned* receipt, size_t n) { *receipt = static_cast<unsigned>(n); }

// Does a step only if all before it went well.
class Steps {
 public:
  template <class Step>
  Steps& then(Step step) {
    if (error_ == cudaSuccess) error_ = step();
    return *this;
  }
  cudaError_t error() const { return error_; }

 private:
  cudaError_t error_ = cudaSuccess;
};

cudaError_t solve(const float* in, size_t n, unsigned threads, size_t bytes, float** result, unsigned* receipt) {
  Steps steps;
  steps.then([&] { return cudaMalloc(result, bytes); })
      .then([&] {
        doubleAll<<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(in, *result, n);
        return cudaGetLastError();
      })
      .then([&] {
        stamp<<<1, 1>>>(receipt, n);
        return cudaGetLastError();
      })
      .then([] { return cudaDeviceSynchronize(); });
  if (steps.error() != cudaSuccess) {
    cudaFree(*result);
    *result = nullptr;
    cudaGetLastError();
  }
  return steps.error();
}
