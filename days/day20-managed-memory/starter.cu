// Day 20: five steps on managed memory, without a page fault.
//
// solve() gets managed memory, and its pages are on the host: the host has just written x and y. Do `steps` times
// y[i] = 2 y[i] + x[i] for every i below n, and keep in history[s] what y[0] is after step s. The host reads y and
// history when solve() has returned.
//
// The version below is right, and its pages travel whenever somebody touches them: to the device for the kernel, the
// first page of y back for the host, and again. ./harness day20 counts the faults of both sides. Bring the pages where
// they are needed before they are touched. prefetch() is there for you; it is one call that CUDA 13 changed.
#include <cuda_runtime.h>

#include <cstddef>

constexpr unsigned blockThreads = 256;

// `place` is a device's number or cudaCpuDeviceId. Asynchronous, in the order of the default stream.
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

__global__ void step(const float* x, float* y, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = 2.0f * y[i] + x[i];
  }
}

void solve(const float* x, float* y, float* history, int steps, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  for (int s = 0; s < steps; ++s) {
    step<<<blocks, blockThreads>>>(x, y, n);
    cudaDeviceSynchronize();  // the host reads y next, and the kernel has to be done with it
    history[s] = y[0];
  }
}
