// cudaDeviceProp of CUDA 11 and 12, for programs built with those. Only in the shared library: an executable cannot
// define a symbol with a version.
#include <algorithm>
#include <cstddef>
#include <iterator>

#include "cudart/properties.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

/// CUDA 11's structure. CUDA 12's begins with the same fields and has more behind, all of which we would set to 0.
struct cudaDeviceProp11 {
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned luidDeviceNodeMask;
  std::size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int clockRate;
  std::size_t totalConstMem;
  int major, minor;
  std::size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
  int textureAndSurfaceSizes[40];  // maxTexture1D to maxSurfaceCubemapLayered
  std::size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
  int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
  int canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
  std::size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  std::size_t reservedSharedMemPerBlock;
};
static_assert(sizeof(cudaDeviceProp11) == 728, "a program built with CUDA 11 passes a structure of this size");
static_assert(offsetof(cudaDeviceProp11, surfaceAlignment) == 568);

int attribute(const Card& card, int number) { return attributeOf(card, number).value_or(0); }

cudaDeviceProp11 olderPropertiesOf(const Card& card, const cudaDeviceProp& p) {
  cudaDeviceProp11 old{};
  std::copy(std::begin(p.name), std::end(p.name), old.name);
  std::copy(std::begin(p.uuid), std::end(p.uuid), old.uuid);
  old.totalGlobalMem = p.totalGlobalMem;
  old.sharedMemPerBlock = p.sharedMemPerBlock;
  old.regsPerBlock = p.regsPerBlock;
  old.warpSize = p.warpSize;
  old.memPitch = p.memPitch;
  old.maxThreadsPerBlock = p.maxThreadsPerBlock;
  std::copy(std::begin(p.maxThreadsDim), std::end(p.maxThreadsDim), old.maxThreadsDim);
  std::copy(std::begin(p.maxGridSize), std::end(p.maxGridSize), old.maxGridSize);
  old.clockRate = attribute(card, 13);
  old.totalConstMem = p.totalConstMem;
  old.major = p.major;
  old.minor = p.minor;
  old.textureAlignment = p.textureAlignment;
  old.texturePitchAlignment = p.texturePitchAlignment;
  old.deviceOverlap = attribute(card, 15);
  old.multiProcessorCount = p.multiProcessorCount;
  old.canMapHostMemory = p.canMapHostMemory;
  old.surfaceAlignment = p.surfaceAlignment;
  old.concurrentKernels = p.concurrentKernels;
  old.asyncEngineCount = p.asyncEngineCount;
  old.unifiedAddressing = p.unifiedAddressing;
  old.memoryClockRate = attribute(card, 36);
  old.memoryBusWidth = p.memoryBusWidth;
  old.l2CacheSize = p.l2CacheSize;
  old.maxThreadsPerMultiProcessor = p.maxThreadsPerMultiProcessor;
  old.globalL1CacheSupported = p.globalL1CacheSupported;
  old.localL1CacheSupported = p.localL1CacheSupported;
  old.sharedMemPerMultiprocessor = p.sharedMemPerMultiprocessor;
  old.regsPerMultiprocessor = p.regsPerMultiprocessor;
  old.managedMemory = p.managedMemory;
  old.singleToDoublePrecisionPerfRatio = attribute(card, 87);
  old.concurrentManagedAccess = p.concurrentManagedAccess;
  old.computePreemptionSupported = p.computePreemptionSupported;
  old.sharedMemPerBlockOptin = p.sharedMemPerBlockOptin;
  old.maxBlocksPerMultiProcessor = p.maxBlocksPerMultiProcessor;
  old.reservedSharedMemPerBlock = p.reservedSharedMemPerBlock;
  return old;
}

cudaError_t getProperties(cudaDeviceProp11* properties, int ordinal) {
  // The current function checks the pointer and the ordinal; its structure is larger, so it fills one of our own.
  cudaDeviceProp current{};
  const cudaError_t error = cudaGetDeviceProperties(properties == nullptr ? nullptr : &current, ordinal);
  if (error == cudaSuccess) *properties = olderPropertiesOf(Runtime::instance().context(ordinal)->card, current);
  return error;
}

}  // namespace

CUDART_API cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp11* properties, int ordinal) {
  return getProperties(properties, ordinal);
}

CUDART_API cudaError_t cudaGetDeviceProperties_cuda11(cudaDeviceProp11* properties, int ordinal) {
  return getProperties(properties, ordinal);
}
__asm__(".symver cudaGetDeviceProperties_cuda11, cudaGetDeviceProperties@libcudart.so.11.0");
// CUDA 12's headers call the _v2 above; its library has the older one under the plain name.
__asm__(".symver cudaGetDeviceProperties_cuda11, cudaGetDeviceProperties@libcudart.so.12");

}  // namespace gpusim::cudart
