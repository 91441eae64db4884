// expect verdict: wrong
// expect class: kernel-not-inside
// The host's clock is read, and then the device is waited for.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

float solve(int runs, void (*launch)()) {
  launch();
  cudaDeviceSynchronize();
  std::vector<float> milliseconds(static_cast<size_t>(runs));
  for (float& elapsed : milliseconds) {
    const auto start = std::chrono::steady_clock::now();
    launch();
    const auto stop = std::chrono::steady_clock::now();
    cudaDeviceSynchronize();
    elapsed = std::chrono::duration<float, std::milli>(stop - start).count();
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  return milliseconds[milliseconds.size() / 2];
}
