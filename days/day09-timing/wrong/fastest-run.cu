// expect verdict: wrong
// expect class: least-of-the-runs
// The fastest of the runs.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <vector>

float solve(int runs, void (*launch)()) {
  launch();
  cudaDeviceSynchronize();
  cudaEvent_t start = nullptr;
  cudaEvent_t stop = nullptr;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  std::vector<float> milliseconds(static_cast<size_t>(runs));
  for (float& elapsed : milliseconds) {
    cudaEventRecord(start);
    launch();
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&elapsed, start, stop);
  }
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return *std::min_element(milliseconds.begin(), milliseconds.end());
}
