// expect verdict: wrong
// expect class: total-of-the-runs
// One pair of events around all runs, not divided.
#include <cuda_runtime.h>

float solve(int runs, void (*launch)()) {
  launch();
  cudaDeviceSynchronize();
  cudaEvent_t start = nullptr;
  cudaEvent_t stop = nullptr;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  for (int run = 0; run < runs; ++run) launch();
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float elapsed = 0.0f;
  cudaEventElapsedTime(&elapsed, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return elapsed;
}
