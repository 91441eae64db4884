#include <cstdio>
__device__ int counter = 7;
__constant__ float scale[4] = {1, 2, 3, 4};
__global__ void addOne(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}
__global__ void scaled(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = scale[i % 4] * counter;
}
