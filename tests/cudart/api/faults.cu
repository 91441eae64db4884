// What stays after a fault of device code, cooperative launches, and several devices.
#include <cooperative_groups.h>

#include <cassert>

#include "report.h"

namespace {

__global__ void misalign(char* at) { *reinterpret_cast<int*>(at + 1) = 1; }
__global__ void refuse(int n) { assert(n == 1); }
__global__ void trap() { __trap(); }

/// The calls that follow a fault.
void aftermath() {
  void* p = nullptr;
  int number = 0;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  const auto code = [](const char* what, cudaError_t error) { std::printf("%s: %s\n", what, cudaGetErrorName(error)); };
  code("launch", cudaGetLastError());
  code("synchronize", cudaDeviceSynchronize());
  code("get", cudaGetLastError());
  code("get again", cudaGetLastError());
  code("peek", cudaPeekAtLastError());
  code("synchronize again", cudaDeviceSynchronize());
  code("malloc", cudaMalloc(&p, 4));
  code("host malloc", cudaMallocHost(&p, 4));
  code("free null", cudaFree(nullptr));
  code("stream create", cudaStreamCreate(&stream));
  code("event create", cudaEventCreate(&event));
  code("device count", cudaGetDeviceCount(&number));
  code("device", cudaGetDevice(&number));
  code("set device", cudaSetDevice(0));
  code("attribute", cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
  cudaDeviceProp properties{};
  code("properties", cudaGetDeviceProperties(&properties, 0));
  code("driver version", cudaDriverGetVersion(&number));
  cudaFuncAttributes attributes{};
  code("function attributes", cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(nothing)));
  nothing<<<1, 1>>>();
  code("next launch", cudaGetLastError());
  code("query", cudaStreamQuery(nullptr));
  code("host copy", cudaMemcpy(&number, &number, 4, cudaMemcpyHostToHost));
  code("reset", cudaDeviceReset());
  code("get after reset", cudaGetLastError());
  code("malloc after reset", cudaMalloc(&p, 4));
  nothing<<<1, 1>>>();
  code("launch after reset", cudaGetLastError());
  code("synchronize after reset", cudaDeviceSynchronize());
}

__global__ void meet(int* sums, int rounds) {
  const auto grid = cooperative_groups::this_grid();
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) atomicAdd(&sums[round], static_cast<int>(blockIdx.x));
    grid.sync();
    if (round > 0 && threadIdx.x == 0 && sums[round - 1] != sums[0]) sums[round] = -1;
  }
}

}  // namespace

void faultAddressScene() {
  store<<<1, 1>>>(reinterpret_cast<int*>(8), 1);
  aftermath();
}
void faultAlignmentScene() {
  char* data = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&data), 64);
  misalign<<<1, 1>>>(data);
  aftermath();
}
void faultAssertScene() {
  refuse<<<1, 1>>>(2);
  aftermath();
}
void faultTrapScene() {
  trap<<<1, 1>>>();
  aftermath();
}

void cooperativeScene() {
  int *sums = nullptr, rounds = 8, each = 0, multiprocessors = 0, host[8] = {};
  cudaMalloc(reinterpret_cast<void**>(&sums), sizeof(host));
  cudaMemset(sums, 0, sizeof(host));
  void* arguments[] = {&sums, &rounds};
  const auto* kernel = reinterpret_cast<const void*>(meet);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, 64, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  says("40 blocks", cudaLaunchCooperativeKernel(kernel, 40, 64, arguments, 0, nullptr));
  says("synchronize", cudaDeviceSynchronize());
  cudaMemcpy(host, sums, sizeof(host), cudaMemcpyDeviceToHost);
  value("first sum", host[0]);
  value("last sum", host[7]);
  cudaMemset(sums, 0, sizeof(host));
  const unsigned all = static_cast<unsigned>(each * multiprocessors);
  says("all that fit", cudaLaunchCooperativeKernel(kernel, all, 64, arguments, 0, nullptr));
  says("synchronize", cudaDeviceSynchronize());
  cudaMemcpy(host, sums, sizeof(host), cudaMemcpyDeviceToHost);
  value("sum is right", host[7] == static_cast<int>(all * (all - 1) / 2));
  says("one more", cudaLaunchCooperativeKernel(kernel, all + 1, 64, arguments, 0, nullptr));
  says("no blocks", cudaLaunchCooperativeKernel(kernel, 0, 64, arguments, 0, nullptr));
  says("null", cudaLaunchCooperativeKernel(static_cast<const void*>(nullptr), 1, 64, arguments, 0, nullptr));
  cudaLaunchConfig_t config{};
  cudaLaunchAttribute attribute{};
  config.gridDim = all + 1;
  config.blockDim = 64;
  config.attrs = &attribute;
  config.numAttrs = 1;
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  says("extended, one more", cudaLaunchKernelExC(&config, kernel, arguments));
  config.gridDim = 4;
  says("extended", cudaLaunchKernelExC(&config, kernel, arguments));
  rounds = 1;
  meet<<<1, 64>>>(sums, 1);
  says("an ordinary launch", cudaGetLastError());
  says("synchronize", cudaDeviceSynchronize());
}

void peersScene() {
  int count = 0, can = -1, host = 0;
  cudaGetDeviceCount(&count);
  if (count < 2) {
    std::printf("one device\n");
    return;
  }
  int *here = nullptr, *there = nullptr;
  cudaSetDevice(1);
  cudaMalloc(reinterpret_cast<void**>(&there), 64);
  cudaMemset(there, 0, 64);
  cudaStream_t foreign = nullptr;
  cudaEvent_t theirs = nullptr;
  cudaStreamCreate(&foreign);
  cudaEventCreate(&theirs);
  says("record on device 1", cudaEventRecord(theirs, foreign));
  cudaSetDevice(0);
  cudaMalloc(reinterpret_cast<void**>(&here), 64);
  says("can access", cudaDeviceCanAccessPeer(&can, 0, 1));
  value("can", can);
  says("copy between", cudaMemcpy(there, here, 64, cudaMemcpyDeviceToDevice));
  says("copy by default", cudaMemcpy(there, here, 64, cudaMemcpyDefault));
  says("copy peer", cudaMemcpyPeer(there, 1, here, 0, 64));
  says("copy peer, devices swapped", cudaMemcpyPeer(there, 0, here, 1, 64));
  says("copy peer of device 99", cudaMemcpyPeer(there, 99, here, 0, 64));
  says("copy peer async", cudaMemcpyPeerAsync(there, 1, here, 0, 64, nullptr));
  says("set there", cudaMemset(there, 0, 64));
  cudaPointerAttributes a{};
  says("attributes of theirs", cudaPointerGetAttributes(&a, there));
  value("device", a.device);
  says("disable before", cudaDeviceDisablePeerAccess(1));
  says("enable flags 1", cudaDeviceEnablePeerAccess(1, 1));
  says("enable", cudaDeviceEnablePeerAccess(1, 0));
  says("enable twice", cudaDeviceEnablePeerAccess(1, 0));
  store<<<1, 1>>>(there, 5);
  says("kernel writes theirs", cudaDeviceSynchronize());
  cudaMemcpy(&host, there, 4, cudaMemcpyDeviceToHost);
  value("it holds", host);
  store<<<1, 1, 0, foreign>>>(there, 7);
  says("launch in their stream", cudaGetLastError());
  says("copy in their stream", cudaMemcpyAsync(there, here, 4, cudaMemcpyDefault, foreign));
  says("synchronize their stream", cudaStreamSynchronize(foreign));
  cudaEvent_t mine = nullptr;
  cudaEventCreate(&mine);
  says("record mine in theirs", cudaEventRecord(mine, foreign));
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  says("record theirs in mine", cudaEventRecord(theirs, stream));
  cudaSetDevice(1);
  cudaEventRecord(theirs, foreign);
  cudaSetDevice(0);
  says("wait for theirs", cudaStreamWaitEvent(stream, theirs, 0));
  says("synchronize theirs", cudaEventSynchronize(theirs));
  float time = 0;
  cudaEventRecord(mine, stream);
  cudaEventSynchronize(mine);
  says("elapsed across", cudaEventElapsedTime(&time, mine, theirs));
  says("free theirs", cudaFree(there));
  says("disable", cudaDeviceDisablePeerAccess(1));
  cudaSetDevice(1);
  cudaMalloc(reinterpret_cast<void**>(&there), 64);
  cudaSetDevice(0);
  store<<<1, 1>>>(there, 6);
  says("kernel writes theirs without access", cudaDeviceSynchronize());
  cudaSetDevice(1);
  says("the other device", cudaDeviceSynchronize());
  nothing<<<1, 1>>>();
  says("launch there", cudaGetLastError());
  says("synchronize there", cudaDeviceSynchronize());
}
