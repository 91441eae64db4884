// One of two translation units: uses the other's variables and functions. Each has its own static function `local`.
#include <cstdio>

extern __device__ int sharedValue;
extern __constant__ int factors[4];
__device__ int scale(int x);
using Operation = int (*)(int);
extern __device__ Operation operation;
__device__ __noinline__ static int local(int x) { return x + 1; }
__global__ void ofA(int* out) {
  out[threadIdx.x] = scale(local(threadIdx.x)) + sharedValue + factors[1] + operation(threadIdx.x);
}
void runOther(int* out);

int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, 128);
  int wrong = 0;
  ofA<<<1, 32>>>(out);
  wrong += cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 32; ++i) wrong += out[i] != (i + 1) * 10 * ((i + 1) % 4 + 1) + 1000 + 2 + (i - 7);
  runOther(out);
  wrong += cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 32; ++i) wrong += out[i] != i * 10 + 7;
  std::printf("linked: %s\n", wrong == 0 ? "ok" : "wrong");
  return wrong == 0 ? 0 : 1;
}
