// expect verdict: passed
// A stream of its own, and x duplicated for reading instead of moved.
#include <cuda_runtime.h>

#include <cstddef>

constexpr unsigned blockThreads = 256;

inline void advise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int place) {
#if CUDART_VERSION >= 13000
  cudaMemLocation location{};
  location.type = place == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = place == cudaCpuDeviceId ? 0 : place;
  cudaMemAdvise(pointer, bytes, advice, location);
#else
  cudaMemAdvise(pointer, bytes, advice, place);
#endif
}

inline void prefetch(const void* pointer, size_t bytes, int place, cudaStream_t stream) {
#if CUDART_VERSION >= 13000
  cudaMemLocation location{};
  location.type = place == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = place == cudaCpuDeviceId ? 0 : place;
  cudaMemPrefetchAsync(pointer, bytes, location, 0, stream);
#else
  cudaMemPrefetchAsync(pointer, bytes, place, stream);
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
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  advise(x, bytes, cudaMemAdviseSetReadMostly, 0);
  prefetch(x, bytes, 0, stream);
  prefetch(y, bytes, 0, stream);
  prefetch(history, historyBytes, 0, stream);
  for (int s = 0; s < steps; ++s) {
    step<<<blocks, blockThreads, 0, stream>>>(x, y, history, s, n);
  }
  prefetch(y, bytes, cudaCpuDeviceId, stream);
  prefetch(history, historyBytes, cudaCpuDeviceId, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}
