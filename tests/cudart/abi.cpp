// Our declarations against NVIDIA's, where a toolkit is: names, values, sizes and offsets.
#include "cudart/abi.h"

#include "cudart/abi_graph.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "cudart/errors.h"
#include "cudart/properties.h"

#include "toolkit.h"

namespace ours = gpusim::abi;

#ifdef HAVE_TOOLKIT
#define SAME_OFFSET(type, field) CHECK(offsetof(ours::type, field) == offsetof(::type, field))
#define SAME_VALUE(name) CHECK(static_cast<int>(ours::name) == static_cast<int>(::name))

TEST_CASE("structures are laid out as NVIDIA's") {
#if CUDART_VERSION >= 13000
  CHECK(sizeof(ours::cudaDeviceProp) == sizeof(::cudaDeviceProp));
  SAME_OFFSET(cudaDeviceProp, name);
  SAME_OFFSET(cudaDeviceProp, uuid);
  SAME_OFFSET(cudaDeviceProp, luid);
  SAME_OFFSET(cudaDeviceProp, luidDeviceNodeMask);
  SAME_OFFSET(cudaDeviceProp, totalGlobalMem);
  SAME_OFFSET(cudaDeviceProp, sharedMemPerBlock);
  SAME_OFFSET(cudaDeviceProp, regsPerBlock);
  SAME_OFFSET(cudaDeviceProp, warpSize);
  SAME_OFFSET(cudaDeviceProp, memPitch);
  SAME_OFFSET(cudaDeviceProp, maxThreadsPerBlock);
  SAME_OFFSET(cudaDeviceProp, maxThreadsDim);
  SAME_OFFSET(cudaDeviceProp, maxGridSize);
  SAME_OFFSET(cudaDeviceProp, totalConstMem);
  SAME_OFFSET(cudaDeviceProp, major);
  SAME_OFFSET(cudaDeviceProp, minor);
  SAME_OFFSET(cudaDeviceProp, textureAlignment);
  SAME_OFFSET(cudaDeviceProp, texturePitchAlignment);
  SAME_OFFSET(cudaDeviceProp, multiProcessorCount);
  SAME_OFFSET(cudaDeviceProp, integrated);
  SAME_OFFSET(cudaDeviceProp, canMapHostMemory);
  SAME_OFFSET(cudaDeviceProp, maxTexture1D);
  SAME_OFFSET(cudaDeviceProp, maxTexture1DMipmap);
  SAME_OFFSET(cudaDeviceProp, maxTexture2D);
  SAME_OFFSET(cudaDeviceProp, maxTexture2DMipmap);
  SAME_OFFSET(cudaDeviceProp, maxTexture2DLinear);
  SAME_OFFSET(cudaDeviceProp, maxTexture2DGather);
  SAME_OFFSET(cudaDeviceProp, maxTexture3D);
  SAME_OFFSET(cudaDeviceProp, maxTexture3DAlt);
  SAME_OFFSET(cudaDeviceProp, maxTextureCubemap);
  SAME_OFFSET(cudaDeviceProp, maxTexture1DLayered);
  SAME_OFFSET(cudaDeviceProp, maxTexture2DLayered);
  SAME_OFFSET(cudaDeviceProp, maxTextureCubemapLayered);
  SAME_OFFSET(cudaDeviceProp, maxSurface1D);
  SAME_OFFSET(cudaDeviceProp, maxSurface2D);
  SAME_OFFSET(cudaDeviceProp, maxSurface3D);
  SAME_OFFSET(cudaDeviceProp, maxSurface1DLayered);
  SAME_OFFSET(cudaDeviceProp, maxSurface2DLayered);
  SAME_OFFSET(cudaDeviceProp, maxSurfaceCubemap);
  SAME_OFFSET(cudaDeviceProp, maxSurfaceCubemapLayered);
  SAME_OFFSET(cudaDeviceProp, surfaceAlignment);
  SAME_OFFSET(cudaDeviceProp, concurrentKernels);
  SAME_OFFSET(cudaDeviceProp, ECCEnabled);
  SAME_OFFSET(cudaDeviceProp, pciBusID);
  SAME_OFFSET(cudaDeviceProp, pciDeviceID);
  SAME_OFFSET(cudaDeviceProp, pciDomainID);
  SAME_OFFSET(cudaDeviceProp, tccDriver);
  SAME_OFFSET(cudaDeviceProp, asyncEngineCount);
  SAME_OFFSET(cudaDeviceProp, unifiedAddressing);
  SAME_OFFSET(cudaDeviceProp, memoryBusWidth);
  SAME_OFFSET(cudaDeviceProp, l2CacheSize);
  SAME_OFFSET(cudaDeviceProp, persistingL2CacheMaxSize);
  SAME_OFFSET(cudaDeviceProp, maxThreadsPerMultiProcessor);
  SAME_OFFSET(cudaDeviceProp, streamPrioritiesSupported);
  SAME_OFFSET(cudaDeviceProp, globalL1CacheSupported);
  SAME_OFFSET(cudaDeviceProp, localL1CacheSupported);
  SAME_OFFSET(cudaDeviceProp, sharedMemPerMultiprocessor);
  SAME_OFFSET(cudaDeviceProp, regsPerMultiprocessor);
  SAME_OFFSET(cudaDeviceProp, managedMemory);
  SAME_OFFSET(cudaDeviceProp, isMultiGpuBoard);
  SAME_OFFSET(cudaDeviceProp, multiGpuBoardGroupID);
  SAME_OFFSET(cudaDeviceProp, hostNativeAtomicSupported);
  SAME_OFFSET(cudaDeviceProp, pageableMemoryAccess);
  SAME_OFFSET(cudaDeviceProp, concurrentManagedAccess);
  SAME_OFFSET(cudaDeviceProp, computePreemptionSupported);
  SAME_OFFSET(cudaDeviceProp, canUseHostPointerForRegisteredMem);
  SAME_OFFSET(cudaDeviceProp, cooperativeLaunch);
  SAME_OFFSET(cudaDeviceProp, sharedMemPerBlockOptin);
  SAME_OFFSET(cudaDeviceProp, pageableMemoryAccessUsesHostPageTables);
  SAME_OFFSET(cudaDeviceProp, directManagedMemAccessFromHost);
  SAME_OFFSET(cudaDeviceProp, maxBlocksPerMultiProcessor);
  SAME_OFFSET(cudaDeviceProp, accessPolicyMaxWindowSize);
  SAME_OFFSET(cudaDeviceProp, reservedSharedMemPerBlock);
  SAME_OFFSET(cudaDeviceProp, hostRegisterSupported);
  SAME_OFFSET(cudaDeviceProp, sparseCudaArraySupported);
  SAME_OFFSET(cudaDeviceProp, hostRegisterReadOnlySupported);
  SAME_OFFSET(cudaDeviceProp, timelineSemaphoreInteropSupported);
  SAME_OFFSET(cudaDeviceProp, memoryPoolsSupported);
  SAME_OFFSET(cudaDeviceProp, gpuDirectRDMASupported);
  SAME_OFFSET(cudaDeviceProp, gpuDirectRDMAFlushWritesOptions);
  SAME_OFFSET(cudaDeviceProp, gpuDirectRDMAWritesOrdering);
  SAME_OFFSET(cudaDeviceProp, memoryPoolSupportedHandleTypes);
  SAME_OFFSET(cudaDeviceProp, deferredMappingCudaArraySupported);
  SAME_OFFSET(cudaDeviceProp, ipcEventSupported);
  SAME_OFFSET(cudaDeviceProp, clusterLaunch);
  SAME_OFFSET(cudaDeviceProp, unifiedFunctionPointers);
  SAME_OFFSET(cudaDeviceProp, deviceNumaConfig);
  SAME_OFFSET(cudaDeviceProp, deviceNumaId);
  SAME_OFFSET(cudaDeviceProp, mpsEnabled);
  SAME_OFFSET(cudaDeviceProp, hostNumaId);
  SAME_OFFSET(cudaDeviceProp, gpuPciDeviceID);
  SAME_OFFSET(cudaDeviceProp, gpuPciSubsystemID);
  SAME_OFFSET(cudaDeviceProp, hostNumaMultinodeIpcSupported);
  SAME_OFFSET(cudaDeviceProp, reserved);
#endif
  CHECK(sizeof(ours::dim3) == sizeof(::dim3));
  CHECK(sizeof(ours::cudaPointerAttributes) == sizeof(::cudaPointerAttributes));
  SAME_OFFSET(cudaPointerAttributes, device);
  SAME_OFFSET(cudaPointerAttributes, devicePointer);
  SAME_OFFSET(cudaPointerAttributes, hostPointer);
  CHECK(sizeof(ours::cudaFuncAttributes) == sizeof(::cudaFuncAttributes));
  SAME_OFFSET(cudaFuncAttributes, localSizeBytes);
  SAME_OFFSET(cudaFuncAttributes, maxThreadsPerBlock);
  SAME_OFFSET(cudaFuncAttributes, binaryVersion);
  SAME_OFFSET(cudaFuncAttributes, maxDynamicSharedSizeBytes);
  SAME_OFFSET(cudaFuncAttributes, preferredShmemCarveout);
  CHECK(sizeof(ours::cudaLaunchConfig_t) == sizeof(::cudaLaunchConfig_t));
  SAME_OFFSET(cudaLaunchConfig_t, dynamicSmemBytes);
  SAME_OFFSET(cudaLaunchConfig_t, stream);
  SAME_OFFSET(cudaLaunchConfig_t, attrs);
  SAME_OFFSET(cudaLaunchConfig_t, numAttrs);
  CHECK(sizeof(ours::cudaLaunchAttribute) == sizeof(::cudaLaunchAttribute));
  CHECK(sizeof(ours::cudaMemLocation) == sizeof(::cudaMemLocation));
  CHECK(sizeof(ours::cudaMemcpy3DParms) == sizeof(::cudaMemcpy3DParms));
  SAME_OFFSET(cudaMemcpy3DParms, srcPtr);
  SAME_OFFSET(cudaMemcpy3DParms, dstPos);
  SAME_OFFSET(cudaMemcpy3DParms, extent);
  SAME_OFFSET(cudaMemcpy3DParms, kind);
  CHECK(sizeof(ours::cudaMemcpy3DPeerParms) == sizeof(::cudaMemcpy3DPeerParms));
  SAME_OFFSET(cudaMemcpy3DPeerParms, srcDevice);
  SAME_OFFSET(cudaMemcpy3DPeerParms, dstDevice);
  CHECK(sizeof(ours::cudaMemPoolProps) == sizeof(::cudaMemPoolProps));
  SAME_OFFSET(cudaMemPoolProps, location);
  CHECK(sizeof(ours::cudaMemAccessDesc) == sizeof(::cudaMemAccessDesc));
#if CUDART_VERSION >= 13000
  CHECK(sizeof(ours::cudaKernelNodeParams) == sizeof(::cudaKernelNodeParams));
  SAME_OFFSET(cudaKernelNodeParams, sharedMemBytes);
  SAME_OFFSET(cudaKernelNodeParams, kernelParams);
  CHECK(sizeof(ours::cudaMemsetParams) == sizeof(::cudaMemsetParams));
  SAME_OFFSET(cudaMemsetParams, elementSize);
  SAME_OFFSET(cudaMemsetParams, height);
  CHECK(sizeof(ours::cudaHostNodeParams) == sizeof(::cudaHostNodeParams));
  CHECK(sizeof(ours::cudaMemAllocNodeParams) == sizeof(::cudaMemAllocNodeParams));
  SAME_OFFSET(cudaMemAllocNodeParams, bytesize);
  SAME_OFFSET(cudaMemAllocNodeParams, dptr);
  CHECK(sizeof(ours::cudaGraphNodeParams) == sizeof(::cudaGraphNodeParams));
  SAME_OFFSET(cudaGraphNodeParams, kernel);
  SAME_OFFSET(cudaGraphNodeParams, reserved2);
  CHECK(sizeof(ours::cudaGraphInstantiateParams) == sizeof(::cudaGraphInstantiateParams));
  CHECK(sizeof(ours::cudaGraphExecUpdateResultInfo) == sizeof(::cudaGraphExecUpdateResultInfo));
  CHECK(sizeof(ours::cudaGraphEdgeData) == sizeof(::cudaGraphEdgeData));
#endif
}

TEST_CASE("values are NVIDIA's") {
#define CUDA_ERROR(name, code, text) SAME_VALUE(name);
#if CUDART_VERSION >= 13000
#include "cudart/errors.inc"
#endif
#undef CUDA_ERROR
  SAME_VALUE(cudaMemcpyHostToDevice);
  SAME_VALUE(cudaMemcpyDefault);
  SAME_VALUE(cudaMemoryTypeManaged);
  SAME_VALUE(cudaFuncAttributeMaxDynamicSharedMemorySize);
  SAME_VALUE(cudaFuncAttributePreferredSharedMemoryCarveout);
  SAME_VALUE(cudaLaunchAttributeCooperative);
  SAME_VALUE(cudaLaunchAttributeClusterDimension);
  SAME_VALUE(cudaLaunchAttributePriority);
  SAME_VALUE(cudaLaunchAttributeMemSyncDomain);
  SAME_VALUE(cudaLaunchAttributeSynchronizationPolicy);
  SAME_VALUE(cudaGraphNodeTypeMemFree);
  SAME_VALUE(cudaGraphNodeTypeWaitEvent);
  SAME_VALUE(cudaGraphExecUpdateErrorNotSupported);
  SAME_VALUE(cudaMemPoolAttrUsedMemHigh);
  SAME_VALUE(cudaStreamCaptureModeRelaxed);
  SAME_VALUE(cudaMemLocationTypeHost);
  SAME_VALUE(cudaLimitMallocHeapSize);
  SAME_VALUE(cudaLimitPersistingL2CacheSize);
  CHECK(ours::streamNonBlocking == cudaStreamNonBlocking);
  CHECK(ours::eventDisableTiming == cudaEventDisableTiming);
  CHECK(ours::eventInterprocess == cudaEventInterprocess);
  CHECK(ours::memAttachHost == cudaMemAttachHost);
}

TEST_CASE("attributes answer by NVIDIA's numbers") {
  const gpusim::Card card = *gpusim::findCard("t4");
  CHECK(gpusim::cudart::attributeOf(card, cudaDevAttrMaxThreadsPerBlock) == 1024);
  CHECK(gpusim::cudart::attributeOf(card, cudaDevAttrMaxGridDimY) == 65535);
  CHECK(gpusim::cudart::attributeOf(card, cudaDevAttrMultiProcessorCount) == 40);
  CHECK(gpusim::cudart::attributeOf(card, cudaDevAttrClockRate) == 1590000);
  CHECK(gpusim::cudart::attributeOf(card, cudaDevAttrMemoryClockRate) == 5001000);
  CHECK(gpusim::cudart::attributeOf(card, cudaDevAttrL2CacheSize) == 4194304);
  CHECK(gpusim::cudart::attributeOf(card, cudaDevAttrMaxSharedMemoryPerBlockOptin) == 65536);
  CHECK(gpusim::cudart::attributeOf(card, cudaDevAttrMaxBlocksPerMultiprocessor) == 16);
  CHECK(gpusim::cudart::attributeOf(card, cudaDevAttrComputeCapabilityMajor) == 7);
  CHECK(gpusim::cudart::attributeOf(card, cudaDevAttrComputeCapabilityMinor) == 5);
  CHECK(gpusim::cudart::attributeOf(card, cudaDevAttrMax - 1) == 0);
}
#endif

TEST_CASE("error codes are unique and named after their constants") {
  std::set<int> codes;
#define CUDA_ERROR(name, code, text)                                  \
  CHECK(codes.insert(code).second);                                   \
  CHECK(std::string(gpusim::cudart::errorName(ours::name)) == #name); \
  CHECK(std::string(gpusim::cudart::errorText(ours::name)) == text);
#include "cudart/errors.inc"
#undef CUDA_ERROR
  CHECK(codes.size() == 134);
}

TEST_CASE("a card's properties") {
  const ours::cudaDeviceProp properties = gpusim::cudart::propertiesOf(*gpusim::findCard("t4"));
  CHECK(std::string(properties.name) == "Tesla T4");
  CHECK(properties.major == 7);
  CHECK(properties.sharedMemPerBlock == 49152);
  CHECK(properties.sharedMemPerBlockOptin == 65536);
  CHECK(properties.maxThreadsPerMultiProcessor == 1024);
  CHECK(properties.maxGridSize[0] == 2147483647);
  CHECK(properties.totalGlobalMem == 15828320256u);
  CHECK_FALSE(gpusim::cudart::attributeOf(*gpusim::findCard("t4"), 0));
  CHECK_FALSE(gpusim::cudart::attributeOf(*gpusim::findCard("t4"), 100000));
}
