// expect verdict: timed out
// Waits for a flag on the host that the kernel cannot set.
#include <cuda_runtime.h>

float solve(int runs, void (*launch)()) {
  launch();
  cudaDeviceSynchronize();
  volatile bool done = false;
  launch();
  while (!done) {
  }
  return static_cast<float>(runs);
}
