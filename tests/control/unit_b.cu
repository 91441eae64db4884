// The other of two translation units: see unit_a.cu.
__device__ int sharedValue = 1000;
__constant__ int factors[4] = {1, 2, 3, 4};
__device__ __noinline__ static int local(int x) { return x * 10; }
__device__ int scale(int x) { return local(x) * factors[x & 3]; }
__device__ int lessSeven(int x) { return x - 7; }
using Operation = int (*)(int);
__device__ Operation operation = lessSeven;
__global__ void ofB(int* out) { out[threadIdx.x] = local(threadIdx.x) + sharedValue; }
void runOther(int* out) {
  const int value = 7;
  cudaMemcpyToSymbol(sharedValue, &value, sizeof value);
  ofB<<<1, 32>>>(out);
}
