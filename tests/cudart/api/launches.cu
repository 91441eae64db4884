// Launches, what a kernel is asked, and what fits.
#include <cuda_profiler_api.h>

#include "report.h"

namespace {

__global__ void __launch_bounds__(128) bounded(int* to) {
  if (to != nullptr) *to = 1;
}
__global__ void tiled(int* to) {
  __shared__ int tile[1024];
  extern __shared__ int more[];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  more[threadIdx.x] = 1;
  __syncthreads();
  if (to != nullptr) to[threadIdx.x] = tile[1023 - threadIdx.x] + more[threadIdx.x];
}
__global__ void reaching(int* to) {
  if (to != nullptr) to[blockIdx.x] = 1;
}
void CUDART_CB plainFunction(void*) {}

template <class Kernel>
void launch(const char* what, Kernel kernel, dim3 grid, dim3 block, size_t shared = 0) {
  kernel<<<grid, block, shared>>>(nullptr);
  says(what, cudaGetLastError());
}

}  // namespace

void launchScene() {
  cudaFree(nullptr);
  launch("one block", reaching, 1, 32);
  launch("no blocks", reaching, 0, 32);
  launch("no threads", reaching, 1, 0);
  launch("1025 threads", reaching, 1, 1025);
  launch("64 x 32 threads", reaching, 1, dim3(64, 32));
  launch("block z 65", reaching, 1, dim3(1, 1, 65));
  launch("block y 1025", reaching, 1, dim3(1, 1025, 1));
  launch("grid y 65536", reaching, dim3(1, 65536), 32);
  launch("grid z 65536", reaching, dim3(1, 1, 65536), 32);
  launch("grid x 2^31", reaching, dim3(1u << 31), 1);
  launch("within bounds", bounded, 1, 128);
  launch("past bounds", bounded, 1, 129);
  launch("48 KiB dynamic", reaching, 1, 32, 48 << 10);
  launch("48 KiB and 4 bytes", reaching, 1, 32, (48 << 10) + 4);
  launch("1 MiB dynamic", reaching, 1, 32, 1 << 20);
  launch("44 KiB beside 4 KiB", tiled, 1, 1024, 44 << 10);
  launch("45 KiB beside 4 KiB", tiled, 1, 1024, 45 << 10);
  const auto* kernel = reinterpret_cast<const void*>(reaching);
  void* none = nullptr;
  void* arguments[] = {&none};
  says("by function", cudaLaunchKernel(kernel, 1, 32, arguments, 0, nullptr));
  says("null function", cudaLaunchKernel(static_cast<const void*>(nullptr), 1, 32, arguments, 0, nullptr));
  says("host function", cudaLaunchKernel(reinterpret_cast<const void*>(plainFunction), 1, 32, arguments, 0, nullptr));
  cudaLaunchConfig_t config{};
  config.gridDim = 1;
  config.blockDim = 32;
  says("extended", cudaLaunchKernelExC(&config, kernel, arguments));
  cudaLaunchAttribute attribute{};
  config.attrs = &attribute;
  config.numAttrs = 1;
  attribute.id = cudaLaunchAttributePriority;
  attribute.val.priority = -1;
  says("extended, priority", cudaLaunchKernelExC(&config, kernel, arguments));
  attribute.id = cudaLaunchAttributeIgnore;
  says("extended, ignore", cudaLaunchKernelExC(&config, kernel, arguments));
  attribute.id = static_cast<cudaLaunchAttributeID>(99);
  says("extended, attribute 99", cudaLaunchKernelExC(&config, kernel, arguments));
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  says("extended, cooperative", cudaLaunchKernelExC(&config, kernel, arguments));
  config.attrs = nullptr;
  says("extended, attributes missing", cudaLaunchKernelExC(&config, kernel, arguments));
  says("synchronize", cudaDeviceSynchronize());
  says("profiler start", cudaProfilerStart());
  says("profiler stop", cudaProfilerStop());
}

void functionsScene() {
  const auto* kernel = reinterpret_cast<const void*>(tiled);
  const auto* host = reinterpret_cast<const void*>(plainFunction);
  cudaFuncAttributes a{};
  says("attributes", cudaFuncGetAttributes(&a, kernel));
  value("shared", static_cast<long long>(a.sharedSizeBytes));
  value("threads", a.maxThreadsPerBlock);
  value("dynamic", a.maxDynamicSharedSizeBytes);
  value("carveout", a.preferredShmemCarveout);
  value("cluster must be set", a.clusterDimMustBeSet);
  value("non-portable", a.nonPortableClusterSizeAllowed);
  says("attributes of bounded", cudaFuncGetAttributes(&a, reinterpret_cast<const void*>(bounded)));
  value("threads", a.maxThreadsPerBlock);
  says("attributes into null", cudaFuncGetAttributes(nullptr, kernel));
  says("attributes of null", cudaFuncGetAttributes(&a, static_cast<const void*>(nullptr)));
  says("attributes of a host function", cudaFuncGetAttributes(&a, host));
  const auto set = [&](const char* what, int which, int number) {
    says(what, cudaFuncSetAttribute(kernel, static_cast<cudaFuncAttribute>(which), number));
  };
  set("dynamic 60000", 8, 60000);
  cudaFuncGetAttributes(&a, kernel);
  value("dynamic", a.maxDynamicSharedSizeBytes);
  set("dynamic 1 MiB", 8, 1 << 20);
  set("dynamic -1", 8, -1);
  set("dynamic 0", 8, 0);
  cudaFuncGetAttributes(&a, kernel);
  value("dynamic", a.maxDynamicSharedSizeBytes);
  set("carveout 50", 9, 50);
  cudaFuncGetAttributes(&a, kernel);
  value("carveout", a.preferredShmemCarveout);
  set("carveout 101", 9, 101);
  set("carveout -1", 9, -1);
  set("carveout -2", 9, -2);
  set("attribute 0", 0, 1);
  set("attribute 7", 7, 1);
  set("attribute 99", 99, 1);
  set("non-portable cluster size", 14, 1);
  says("set of a host function", cudaFuncSetAttribute(host, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  says("cache", cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1));
  says("cache 9", cudaFuncSetCacheConfig(kernel, static_cast<cudaFuncCache>(9)));
  says("cache of a host function", cudaFuncSetCacheConfig(host, cudaFuncCachePreferL1));
  says("device cache", cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
  cudaFuncCache cache{};
  says("device cache", cudaDeviceGetCacheConfig(&cache));
  value("cache", cache);
  const char* name = nullptr;
  says("name", cudaFuncGetName(&name, kernel));
  says("name of a host function", cudaFuncGetName(&name, host));
  says("name into null", cudaFuncGetName(nullptr, kernel));
  size_t offset = 9, bytes = 9;
  says("parameter 0", cudaFuncGetParamInfo(kernel, 0, &offset, &bytes));
  value("bytes", static_cast<long long>(bytes));
  says("parameter 1", cudaFuncGetParamInfo(kernel, 1, &offset, &bytes));
}

void occupancyScene() {
  const auto* kernel = reinterpret_cast<const void*>(reaching);
  const auto* host = reinterpret_cast<const void*>(plainFunction);
  int blocks = -1;
  const auto ask = [&](const char* what, const void* function, int threads, size_t shared) {
    blocks = -1;
    says(what, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, shared));
    value("blocks", blocks);
  };
  ask("256 threads", kernel, 256, 0);
  ask("1024 threads", kernel, 1024, 0);
  ask("33 threads", kernel, 33, 0);
  ask("1 thread", kernel, 1, 0);
  ask("0 threads", kernel, 0, 0);
  ask("-1 threads", kernel, -1, 0);
  ask("1025 threads", kernel, 1025, 0);
  ask("past launch bounds", reinterpret_cast<const void*>(bounded), 129, 0);
  ask("48 KiB", kernel, 256, 48 << 10);
  ask("48 KiB and 1 byte", kernel, 256, (48 << 10) + 1);
  ask("4 KiB static", reinterpret_cast<const void*>(tiled), 256, 0);
  ask("1 MiB", kernel, 256, 1 << 20);
  ask("host function", host, 256, 0);
  says("into null", cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, kernel, 256, 0));
  says("flags 1", cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernel, 256, 0, 1));
  says("flags 2", cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernel, 256, 0, 2));
  size_t shared = 7;
  const auto available = [&](const char* what, int count, int threads) {
    shared = 7;
    says(what, cudaOccupancyAvailableDynamicSMemPerBlock(&shared, kernel, count, threads));
    value("bytes", static_cast<long long>(shared));
  };
  available("available for 1 block", 1, 256);
  available("available for 4 blocks", 4, 256);
  available("available for 8 blocks", 8, 256);
  available("available for 0 blocks", 0, 256);
  available("available for 9 blocks", 9, 256);
  available("available for 0 threads", 1, 0);
  int grid = 0, block = 0;
  says("potential block size", cudaOccupancyMaxPotentialBlockSize(&grid, &block, reaching, 0, 0));
  value("block", block);
  int device = 0, multiprocessors = 1;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  value("blocks each", grid / multiprocessors);
  cudaLaunchConfig_t config{};
  config.gridDim = 8;
  config.blockDim = 128;
  int size = -1;
  says("potential cluster size", cudaOccupancyMaxPotentialClusterSize(&size, kernel, &config));
  value("size", size);
  says("potential cluster size into null", cudaOccupancyMaxPotentialClusterSize(nullptr, kernel, &config));
}

void limitsScene() {
  const auto get = [](const char* what, int which) {
    size_t number = 77;
    says(what, cudaDeviceGetLimit(&number, static_cast<cudaLimit>(which)));
    value("limit", static_cast<long long>(number));
  };
  const auto set = [](const char* what, int which, size_t number) {
    says(what, cudaDeviceSetLimit(static_cast<cudaLimit>(which), number));
  };
  get("stack", cudaLimitStackSize);
  get("printf", cudaLimitPrintfFifoSize);
  get("heap", cudaLimitMallocHeapSize);
  get("fetch granularity", cudaLimitMaxL2FetchGranularity);
  get("persisting L2", cudaLimitPersistingL2CacheSize);
  get("limit 99", 99);
  get("limit -1", -1);
  says("into null", cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
  set("stack to 4000", cudaLimitStackSize, 4000);
  get("stack", cudaLimitStackSize);
  set("stack to 0", cudaLimitStackSize, 0);
  get("stack", cudaLimitStackSize);
  set("stack to 2^40", cudaLimitStackSize, size_t{1} << 40);
  set("printf to 100", cudaLimitPrintfFifoSize, 100);
  get("printf", cudaLimitPrintfFifoSize);
  set("printf to 3 MB", cudaLimitPrintfFifoSize, 3000000);
  get("printf", cudaLimitPrintfFifoSize);
  set("heap to 16 MiB", cudaLimitMallocHeapSize, 16 << 20);
  get("heap", cudaLimitMallocHeapSize);
  set("heap to 5", cudaLimitMallocHeapSize, 5);
  get("heap", cudaLimitMallocHeapSize);
  set("fetch granularity to 128", cudaLimitMaxL2FetchGranularity, 128);
  get("fetch granularity", cudaLimitMaxL2FetchGranularity);
  set("fetch granularity to 129", cudaLimitMaxL2FetchGranularity, 129);
  get("fetch granularity", cudaLimitMaxL2FetchGranularity);
  set("limit 99", 99, 1);
  get("sync depth", cudaLimitDevRuntimeSyncDepth);
  get("pending launches", cudaLimitDevRuntimePendingLaunchCount);
}
