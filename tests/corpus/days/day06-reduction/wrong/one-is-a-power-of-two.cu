// expect verdict: unsafe
// expect class: memcheck
// A power of two needs no guard for its second half, and 1 passes for one: element 1 of 1 is read, and not used.
#include <cmath>
#include <cstddef>

constexpr unsigned threads = 256;

// Each block folds two elements a thread; the second launch folds the blocks' partials with one block.
__global__ void fold(const float* sums, const float* maxima, float* sumOut, float* maximumOut, size_t n) {
  __shared__ float sum[2 * threads], maximum[2 * threads];
  const bool powerOfTwo = (n & (n - 1)) == 0;
  const unsigned count = powerOfTwo && n < 2 * threads ? static_cast<unsigned>(n) : 2 * threads;
  const unsigned ahead = (count + 1) / 2;
  const size_t i = blockIdx.x * static_cast<size_t>(2 * threads) + threadIdx.x;
  if (threadIdx.x < ahead) {
    sum[threadIdx.x] = i < n ? sums[i] : 0;
    maximum[threadIdx.x] = i < n ? maxima[i] : -INFINITY;
    sum[threadIdx.x + ahead] = powerOfTwo || i + ahead < n ? sums[i + ahead] : 0;
    maximum[threadIdx.x + ahead] = powerOfTwo || i + ahead < n ? maxima[i + ahead] : -INFINITY;
  }
  __syncthreads();
  for (unsigned half = count / 2; half > 0; half /= 2) {
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
  const size_t blocks = (n + 2 * threads - 1) / (2 * threads);
  fold<<<static_cast<unsigned>(blocks), threads>>>(in, in, partials, partials + 2048, n);
  fold<<<1, threads>>>(partials, partials + 2048, sum, largest, blocks);
}
