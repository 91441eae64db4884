// expect verdict: wrong
// expect class: no-synchronize
// The host's clock around a launch that nobody waits for.
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
    elapsed = std::chrono::duration<float, std::milli>(stop - start).count();
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  return milliseconds[milliseconds.size() / 2];
}
