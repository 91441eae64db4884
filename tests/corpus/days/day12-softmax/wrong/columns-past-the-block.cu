// expect verdict: wrong
// expect class: past-n-unwritten
// A thread writes one column, however wide the row is.
#include <cmath>
#include <cstddef>

constexpr unsigned threads = 128;

// One block a row.
__global__ void softmax(const float* in, float* out, size_t cols) {
  __shared__ float part[threads];
  const float* const from = in + blockIdx.x * cols;
  float most = -INFINITY;
  for (size_t c = threadIdx.x; c < cols; c += threads) {
    most = fmaxf(most, from[c]);
  }
  part[threadIdx.x] = most;
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + half]);
    }
    __syncthreads();
  }
  most = part[0];
  __syncthreads();
  float sum = 0;
  for (size_t c = threadIdx.x; c < cols; c += threads) {
    sum += expf(from[c] - most);
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      part[threadIdx.x] += part[threadIdx.x + half];
    }
    __syncthreads();
  }
  for (size_t c = threadIdx.x; c < cols && c < threads; c += threads) {
    out[blockIdx.x * cols + c] = expf(from[c] - most) / part[0];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  softmax<<<static_cast<unsigned>(rows), threads>>>(in, out, cols);
}
