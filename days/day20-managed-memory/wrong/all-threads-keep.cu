// expect verdict: unsafe
// expect class: racecheck
// expect on a card verdict: wrong
// expect on a card class: order-dependent or shifted-by-one
// Every thread writes history[s] from y[0], which one of them is about to change.
#include <cuda_runtime.h>

#include <cstddef>

constexpr unsigned blockThreads = 256;

inline void prefetch(const void* pointer, size_t bytes, int place) {
#if CUDART_VERSION >= 13000
  cudaMemLocation location{};
  location.type = place == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = place == cudaCpuDeviceId ? 0 : place;
  cudaMemPrefetchAsync(pointer, bytes, location, 0);
#else
  cudaMemPrefetchAsync(pointer, bytes, place);
#endif
}

__global__ void step(const float* x, float* y, float* history, int s, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = 2.0f * y[i] + x[i];
    history[s] = y[0];
  }
}

void solve(const float* x, float* y, float* history, int steps, size_t n) {
  const size_t bytes = n * sizeof(float);
  const size_t historyBytes = static_cast<size_t>(steps) * sizeof(float);
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  prefetch(x, bytes, 0);
  prefetch(y, bytes, 0);
  prefetch(history, historyBytes, 0);
  for (int s = 0; s < steps; ++s) {
    step<<<blocks, blockThreads>>>(x, y, history, s, n);
  }
  prefetch(y, bytes, cudaCpuDeviceId);
  prefetch(history, historyBytes, cudaCpuDeviceId);
}
