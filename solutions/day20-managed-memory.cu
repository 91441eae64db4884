// Day 20, reference solution: every page crosses once each way, and both times before anybody touches it.
//
// history is written by the kernel, by the thread that has y[0] in a register anyway, so the host has no reason to look
// before the end. All three arrays go to the device first. y and history come back; x does not, for nobody reads it.
// Everything is on the default stream, so the steps wait for the first prefetches and the last ones for the steps.
#include <cuda_runtime.h>

#include <cstddef>

constexpr unsigned blockThreads = 256;

// `place` is a device's number or cudaCpuDeviceId.
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
    const float next = 2.0f * y[i] + x[i];
    y[i] = next;
    if (i == 0) {
      history[s] = next;
    }
  }
}

void solve(const float* x, float* y, float* history, int steps, size_t n) {
  const size_t bytes = n * sizeof(float);
  const size_t historyBytes = static_cast<size_t>(steps) * sizeof(float);
  int device = 0;
  cudaGetDevice(&device);
  prefetch(x, bytes, device);
  prefetch(y, bytes, device);
  prefetch(history, historyBytes, device);

  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  for (int s = 0; s < steps; ++s) {
    step<<<blocks, blockThreads>>>(x, y, history, s, n);
  }

  prefetch(y, bytes, cudaCpuDeviceId);
  prefetch(history, historyBytes, cudaCpuDeviceId);
}
