// expect verdict: passed
// All runs are put into the stream, each between events of its own, and waited for once.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <vector>

float solve(int runs, void (*launch)()) {
  launch();
  cudaDeviceSynchronize();
  const size_t count = static_cast<size_t>(runs);
  std::vector<cudaEvent_t> events(2 * count);
  for (cudaEvent_t& event : events) cudaEventCreate(&event);
  for (size_t run = 0; run < count; ++run) {
    cudaEventRecord(events[2 * run]);
    launch();
    cudaEventRecord(events[2 * run + 1]);
  }
  cudaDeviceSynchronize();
  std::vector<float> milliseconds(count);
  for (size_t run = 0; run < count; ++run) {
    cudaEventElapsedTime(&milliseconds[run], events[2 * run], events[2 * run + 1]);
  }
  for (const cudaEvent_t event : events) cudaEventDestroy(event);
  std::nth_element(milliseconds.begin(), milliseconds.begin() + runs / 2, milliseconds.end());
  return milliseconds[count / 2];
}
