// Day 4, reference solution: two allocations with owners, two uploads, one download.
//
// x and y have to be on the device before the kernel, so each crosses once. The kernel overwrites y in place, so there
// is no third array, and y alone crosses back. Each allocation has an owner that frees it on every way out.
#include <cuda_runtime.h>

#include <cstddef>

constexpr unsigned blockThreads = 256;

__global__ void saxpy(const float* x, float* y, float a, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

// Owns `count` floats of device memory. A copy would free the same memory twice, so there is none.
class DeviceFloats {
 public:
  explicit DeviceFloats(size_t count) { cudaMalloc(&data_, count * sizeof(float)); }
  ~DeviceFloats() { cudaFree(data_); }
  DeviceFloats(const DeviceFloats&) = delete;
  DeviceFloats& operator=(const DeviceFloats&) = delete;
  float* data() const { return data_; }

 private:
  float* data_ = nullptr;
};

void solve(const float* x, float* y, float a, size_t n) {
  const size_t bytes = n * sizeof(float);
  const DeviceFloats xDevice(n);
  const DeviceFloats yDevice(n);
  cudaMemcpy(xDevice.data(), x, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(yDevice.data(), y, bytes, cudaMemcpyHostToDevice);

  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  saxpy<<<blocks, blockThreads>>>(xDevice.data(), yDevice.data(), a, n);

  // Waits for the kernel: both are on the default stream.
  cudaMemcpy(y, yDevice.data(), bytes, cudaMemcpyDeviceToHost);
}
