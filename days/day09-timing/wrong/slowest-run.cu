// expect verdict: wrong
// expect class: greatest-of-the-runs
// Sorted the other way round, and the first one taken: the slowest run.
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
  std::sort(milliseconds.begin(), milliseconds.end());
  return milliseconds.back();
}
