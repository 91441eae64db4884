// expect verdict: wrong
// expect class: too-few-runs
// One run after the warm-up, however many were asked for.
#include <cuda_runtime.h>

float solve(int runs, void (*launch)()) {
  launch();
  cudaDeviceSynchronize();
  cudaEvent_t start = nullptr;
  cudaEvent_t stop = nullptr;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  launch();
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float elapsed = 0.0f;
  cudaEventElapsedTime(&elapsed, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return runs > 0 ? elapsed : 0.0f;
}
