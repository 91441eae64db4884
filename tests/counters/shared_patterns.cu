// Shared-memory access patterns, one warp a launch, for 4, 8 and 16 bytes a lane: what a card counts as wavefronts is
// exact on launches this small. shared_patterns.csv holds the H200's counts; on the simulator the program prints its
// own.
#include <cuda_runtime.h>
#include <cstdio>

#include "launches.h"

constexpr int patterns = 24;

__device__ int elementOf(int pattern, int lane) {
  switch (pattern) {
    case 0:
      return 0;
    case 1:
      return lane;
    case 2:
      return lane / 2;
    case 3:
      return lane / 4;
    case 4:
      return lane / 8;
    case 5:
      return lane / 16;
    case 6:
      return lane % 2;
    case 7:
      return lane % 4;
    case 8:
      return lane % 8;
    case 9:
      return lane % 16;
    case 10:
      return lane ^ 1;
    case 11:
      return lane * 2;
    case 12:
      return lane * 4;
    case 13:
      return lane * 8;
    case 14:
      return lane * 3;
    case 15:
      return 31 - lane;
    case 16:
      return lane % 8 * 4 + lane / 8;
    case 17:
      return lane / 16 * 16;
    case 18:
      return lane / 8 * 8;
    case 19:
      return lane * 32;
    case 20:
      return lane * 33;
    case 21:
      return lane % 2 * 32;
    case 22:
      return lane / 2 * 2;
    default:
      return (lane & 1) * 16 + lane / 2;
  }
}

template <class T>
__global__ void load(T* out, int pattern, int active) {
  extern __shared__ __align__(16) char bytes[];
  T* shared = reinterpret_cast<T*>(bytes);
  const int lane = static_cast<int>(threadIdx.x);
  if (lane < active) {
    const volatile T* from = shared + elementOf(pattern, lane);
    if constexpr (sizeof(T) == 4)
      out[lane] = *from;
    else
      out[lane] = *const_cast<const T*>(from);
  }
}

template <class T>
__global__ void store(int pattern, int active) {
  extern __shared__ __align__(16) char bytes[];
  T* shared = reinterpret_cast<T*>(bytes);
  const int lane = static_cast<int>(threadIdx.x);
  if (lane < active) shared[elementOf(pattern, lane)] = T{};
  __syncthreads();
  if (reinterpret_cast<volatile float*>(bytes)[lane] == 1.5f) printf("never\n");  // keeps the stores
}

template <class T>
void run(void* out) {
  const size_t room = 32 * 33 * sizeof(T);
  cudaFuncSetAttribute(load<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(room));
  cudaFuncSetAttribute(store<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(room));
  for (int active : {32, 20})
    for (int pattern = 0; pattern < patterns; ++pattern)
      load<T><<<1, 32, room>>>(static_cast<T*>(out), pattern, active);
  for (int pattern = 0; pattern < patterns; ++pattern) store<T><<<1, 32, room>>>(pattern, 32);
}

int main() {
  void* out = nullptr;
  if (cudaMalloc(&out, 4096) != cudaSuccess) return 1;
  run<float>(out);
  run<float2>(out);
  run<float4>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return 1;
  }
  printLaunches();
  return 0;
}
