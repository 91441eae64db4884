// expect verdict: unsafe
// expect class: racecheck
// Many threads add without an atomic.
#include <cmath>
#include <cstddef>

constexpr unsigned threads = 256;

__device__ void atomicLargest(float* at, float value) {
  // Floats order as their bits do, when positive, and the other way round when negative.
  if (value >= 0) {
    atomicMax(reinterpret_cast<int*>(at), __float_as_int(value));
  } else {
    atomicMin(reinterpret_cast<unsigned*>(at), __float_as_uint(value));
  }
}

__global__ void start(float* sum, float* largest) {
  *sum = 0;
  *largest = -INFINITY;
}

__global__ void fold(const float* in, float* sum, float* largest, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
  float mine = i < n ? in[i] : 0, most = i < n ? in[i] : -INFINITY;
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    mine += __shfl_down_sync(0xffffffffU, mine, distance);
    most = fmaxf(most, __shfl_down_sync(0xffffffffU, most, distance));
  }
  if (threadIdx.x % 32 == 0) {
    *sum += mine;
    atomicLargest(largest, most);
  }
}

void solve(const float* in, float* sum, float* largest, float*, size_t n) {
  start<<<1, 1>>>(sum, largest);
  fold<<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(in, sum, largest, n);
}
