// expect verdict: wrong
// expect class: same-part-by-all-blocks
// The blocks of the first launch all start at element 0.
#include <cmath>
#include <cstddef>

constexpr unsigned threads = 256;

// Each block folds one element a thread; the second launch folds the blocks' partials with one block.
__global__ void fold(const float* sums, const float* maxima, float* sumOut, float* maximumOut, size_t n) {
  __shared__ float sum[threads], maximum[threads];
  float mine = 0, most = -INFINITY;
  const size_t stride = static_cast<size_t>(gridDim.x) * threads;
  for (size_t i = threadIdx.x; i < n; i += stride) {
    mine += sums[i];
    most = fmaxf(most, maxima[i]);
  }
  sum[threadIdx.x] = mine;
  maximum[threadIdx.x] = most;
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      sum[threadIdx.x] += sum[threadIdx.x + half];
      maximum[threadIdx.x] = fmaxf(maximum[threadIdx.x], maximum[threadIdx.x + half]);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    sumOut[blockIdx.x] = sum[0];
    maximumOut[blockIdx.x] = maximum[0];
  }
}

void solve(const float* in, float* sum, float* largest, float* partials, size_t n) {
  const size_t blocks = (n + threads - 1) / threads;
  fold<<<static_cast<unsigned>(blocks), threads>>>(in, in, partials, partials + 2048, n);
  fold<<<1, threads>>>(partials, partials + 2048, sum, largest, blocks);
}
