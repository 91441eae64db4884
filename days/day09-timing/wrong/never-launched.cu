// expect verdict: wrong
// expect class: never-launched
// Events around nothing: the call of launch() was deleted with the debug output.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <vector>

float solve(int runs, void (*launch)()) {
  cudaEvent_t start = nullptr;
  cudaEvent_t stop = nullptr;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  std::vector<float> milliseconds(static_cast<size_t>(runs));
  for (float& elapsed : milliseconds) {
    cudaEventRecord(start);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&elapsed, start, stop);
  }
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  std::sort(milliseconds.begin(), milliseconds.end());
  return launch != nullptr ? milliseconds[milliseconds.size() / 2] : 0.0f;
}
