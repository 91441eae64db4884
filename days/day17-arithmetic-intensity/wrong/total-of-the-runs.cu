// expect verdict: wrong
// expect class: total-of-the-runs
// expect on a card class: total-of-the-runs or warm-up-included
// All runs together, not divided.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

constexpr int kernels = 7;
constexpr int runs = 3;

static float medianMilliseconds(void (*launch)(int kernel), int kernel) {
  launch(kernel);  // warm-up
  cudaDeviceSynchronize();
  cudaEvent_t start = nullptr;
  cudaEvent_t stop = nullptr;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  std::vector<float> milliseconds(runs);
  for (float& elapsed : milliseconds) {
    cudaEventRecord(start);
    launch(kernel);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&elapsed, start, stop);
  }
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return std::accumulate(milliseconds.begin(), milliseconds.end(), 0.0f);
}

void solve(size_t n, int steps, size_t side, void (*launch)(int kernel), double* flop, double* bytes,
           double* milliseconds, int* predicted, int* measured) {
  const double elements = static_cast<double>(n);
  const double fewer = static_cast<double>((n + 15) / 16);
  const double square = static_cast<double>(side) * static_cast<double>(side);
  const double products = square * static_cast<double>(side);
  const double countedFlop[kernels] = {0,        2.0 * 65536 * steps, 2 * elements, 16 * elements, 2.0 * steps * fewer,
                                       elements, 2 * products};
  const double countedBytes[kernels] = {8 * elements, 4.0 * 65536,  12 * elements, 8 * elements,
                                        8 * fewer,    8 * elements, 12 * square};
  for (int k = 0; k < kernels; ++k) {
    flop[k] = countedFlop[k];
    bytes[k] = countedBytes[k];
    milliseconds[k] = static_cast<double>(medianMilliseconds(launch, k));
  }
  const double memoryRoof = bytes[0] / milliseconds[0];
  const double arithmeticRoof = flop[1] / milliseconds[1];
  for (int k = 2; k < kernels; ++k) {
    const double memoryTime = bytes[k] / memoryRoof;
    const double arithmeticTime = flop[k] / arithmeticRoof;
    predicted[k] = memoryTime > arithmeticTime ? 0 : 1;
    measured[k] = std::max(memoryTime, arithmeticTime) >= 0.5 * milliseconds[k] ? predicted[k] : 2;
  }
}
