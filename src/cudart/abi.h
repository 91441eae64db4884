#pragma once
// The part of the CUDA runtime's binary interface that the drop-in library implements, written down here so that the
// project builds where no CUDA toolkit is. Names and values are NVIDIA's (driver_types.h of CUDA 13); they live in a
// namespace so that a test can include both headers and compare.
#include <cstddef>
#include <cstdint>

#include "cudart/abi_memory.h"
#include "cudart/device_prop.h"

/// Marks what the library exports. Everything else is hidden.
#define CUDART_API extern "C" __attribute__((visibility("default")))

namespace gpusim::abi {

enum cudaError_t : int {
#define CUDA_ERROR(name, code, text) name = code,
#include "cudart/errors.inc"
#undef CUDA_ERROR
};

struct dim3 {
  unsigned x, y, z;
};

// Opaque handles. The stream values 0 and 1 are the legacy default stream, 2 the thread's own.
using cudaStream_t = struct CUstream_st*;
using cudaEvent_t = struct CUevent_st*;
using cudaHostFn_t = void (*)(void*);
using cudaStreamCallback_t = void (*)(cudaStream_t, cudaError_t, void*);

enum cudaMemcpyKind : int {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4,
};

enum cudaMemoryType : int {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3,
};

struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void* devicePointer;
  void* hostPointer;
  long reserved[8];
};

enum cudaFuncAttribute : int {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9,
  cudaFuncAttributeClusterDimMustBeSet = 10,
  cudaFuncAttributeRequiredClusterWidth = 11,
  cudaFuncAttributeRequiredClusterHeight = 12,
  cudaFuncAttributeRequiredClusterDepth = 13,
  cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
  cudaFuncAttributeClusterSchedulingPolicyPreference = 15,
};

struct cudaFuncAttributes {
  std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int maxDynamicSharedSizeBytes, preferredShmemCarveout;
  int clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
  int clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
  int reserved[16];
};

struct cudaLaunchAttribute {
  int id;
  char pad[4];
  char value[64];
};

enum LaunchAttributeId : int {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeAccessPolicyWindow = 1,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeSynchronizationPolicy = 3,
  cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributePriority = 8,
  cudaLaunchAttributeMemSyncDomainMap = 9,
  cudaLaunchAttributeMemSyncDomain = 10,
};

struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned numAttrs;
};

enum cudaAccessProperty : int {
  cudaAccessPropertyNormal = 0,
  cudaAccessPropertyStreaming = 1,
  cudaAccessPropertyPersisting = 2,
};

struct cudaAccessPolicyWindow {
  void* base_ptr;
  std::size_t num_bytes;
  float hitRatio;
  cudaAccessProperty hitProp, missProp;
};

enum cudaLimit : int {
  cudaLimitStackSize = 0,
  cudaLimitPrintfFifoSize = 1,
  cudaLimitMallocHeapSize = 2,
  cudaLimitDevRuntimeSyncDepth = 3,
  cudaLimitDevRuntimePendingLaunchCount = 4,
  cudaLimitMaxL2FetchGranularity = 5,
  cudaLimitPersistingL2CacheSize = 6,
};

// Flags of streams and events. NVIDIA's are macros, so these carry other names.
constexpr unsigned streamNonBlocking = 1;
constexpr unsigned eventBlockingSync = 1, eventDisableTiming = 2, eventInterprocess = 4;
constexpr unsigned hostAllocPortable = 1, hostAllocMapped = 2, hostAllocAllFlags = 7;  // and write-combined
constexpr unsigned hostRegisterAllFlags = 15;  // portable, mapped, memory-mapped I/O, read-only
constexpr unsigned memAttachGlobal = 1, memAttachHost = 2, memAttachSingle = 4;
constexpr int runtimeVersion = 13000;  // cudaRuntimeGetVersion of CUDA 13.0
constexpr int invalidDeviceId = -2;

}  // namespace gpusim::abi
