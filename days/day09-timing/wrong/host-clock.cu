// expect verdict: wrong
// expect class: host-clock
// The host's clock, with a wait, a warm-up and a median, in whole milliseconds.
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
    cudaDeviceSynchronize();
    const auto stop = std::chrono::steady_clock::now();
    elapsed = static_cast<float>(std::chrono::duration_cast<std::chrono::milliseconds>(stop - start).count());
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  return milliseconds[milliseconds.size() / 2];
}
