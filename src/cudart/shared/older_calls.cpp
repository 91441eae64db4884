// Calls whose parameters CUDA 13 changed, as programs built with CUDA 11 and 12 make them. Only in the shared library:
// an executable cannot define a symbol with a version.
#include <cstddef>

#include "cudart/abi_graph.h"

namespace gpusim::cudart {

using namespace abi;

// The current functions.
CUDART_API cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, cudaMemLocation, unsigned, cudaStream_t);
CUDART_API cudaError_t cudaMemPrefetchAsync_ptsz(const void*, std::size_t, cudaMemLocation, unsigned, cudaStream_t);
CUDART_API cudaError_t cudaMemAdvise(const void*, std::size_t, int, cudaMemLocation);
CUDART_API cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*,
                                                const cudaGraphEdgeData*, std::size_t);
CUDART_API cudaError_t cudaGraphRemoveDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*,
                                                   const cudaGraphEdgeData*, std::size_t);
CUDART_API cudaError_t cudaGraphGetEdges(cudaGraph_t, cudaGraphNode_t*, cudaGraphNode_t*, cudaGraphEdgeData*,
                                         std::size_t*);
CUDART_API cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t, cudaGraphNode_t*, cudaGraphEdgeData*,
                                                    std::size_t*);
CUDART_API cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t, cudaGraphNode_t*, cudaGraphEdgeData*,
                                                      std::size_t*);
CUDART_API cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, int*, unsigned long long*, cudaGraph_t*,
                                                const cudaGraphNode_t**, const cudaGraphEdgeData**, std::size_t*);
CUDART_API cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t, cudaGraphNode_t);

namespace {

/// A device's number, or -1 for the host, as a location.
cudaMemLocation placeOf(int device) {
  constexpr int cpuDevice = -1;
  return device == cpuDevice ? cudaMemLocation{cudaMemLocationTypeHost, 0}
                             : cudaMemLocation{cudaMemLocationTypeDevice, device};
}

}  // namespace

// Each serves the programs of both older releases.
#define OLDER(name)                                                \
  __asm__(".symver older_" #name ", " #name "@libcudart.so.11.0"); \
  __asm__(".symver older_" #name ", " #name "@libcudart.so.12")

OLDER(cudaMemPrefetchAsync);
CUDART_API cudaError_t older_cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device,
                                                  cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, bytes, placeOf(device), 0, stream);
}
OLDER(cudaMemPrefetchAsync_ptsz);
CUDART_API cudaError_t older_cudaMemPrefetchAsync_ptsz(const void* pointer, std::size_t bytes, int device,
                                                       cudaStream_t stream) {
  return cudaMemPrefetchAsync_ptsz(pointer, bytes, placeOf(device), 0, stream);
}
OLDER(cudaMemAdvise);
CUDART_API cudaError_t older_cudaMemAdvise(const void* pointer, std::size_t bytes, int advice, int device) {
  return cudaMemAdvise(pointer, bytes, advice, placeOf(device));
}
OLDER(cudaGraphAddDependencies);
CUDART_API cudaError_t older_cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                      const cudaGraphNode_t* to, std::size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
OLDER(cudaGraphRemoveDependencies);
CUDART_API cudaError_t older_cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                         const cudaGraphNode_t* to, std::size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, nullptr, count);
}
OLDER(cudaGraphGetEdges);
CUDART_API cudaError_t older_cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                               std::size_t* count) {
  return cudaGraphGetEdges(graph, from, to, nullptr, count);
}
OLDER(cudaGraphNodeGetDependencies);
CUDART_API cudaError_t older_cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* list,
                                                          std::size_t* count) {
  return cudaGraphNodeGetDependencies(node, list, nullptr, count);
}
OLDER(cudaGraphNodeGetDependentNodes);
CUDART_API cudaError_t older_cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* list,
                                                            std::size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, list, nullptr, count);
}
OLDER(cudaStreamGetCaptureInfo);
CUDART_API cudaError_t older_cudaStreamGetCaptureInfo(cudaStream_t stream, int* status, unsigned long long* id) {
  return cudaStreamGetCaptureInfo(stream, status, id, nullptr, nullptr, nullptr, nullptr);
}
OLDER(cudaGraphKernelNodeCopyAttributes);
CUDART_API cudaError_t older_cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t from, cudaGraphNode_t to) {
  return cudaGraphKernelNodeCopyAttributes(to, from);
}
#undef OLDER

// CUDA 11 reported what failed in a buffer, and had no flags.
__asm__(".symver older_cudaGraphInstantiate, cudaGraphInstantiate@libcudart.so.11.0");
CUDART_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t*, cudaGraph_t, unsigned long long);
CUDART_API cudaError_t older_cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t* errorNode,
                                                  char* log, std::size_t logBytes) {
  if (errorNode != nullptr) *errorNode = nullptr;
  if (log != nullptr && logBytes != 0) *log = '\0';
  return cudaGraphInstantiate(exec, graph, 0);
}
// CUDA 12 calls it as CUDA 13 does.
__asm__(".symver older_cudaGraphInstantiate_12, cudaGraphInstantiate@libcudart.so.12");
CUDART_API cudaError_t older_cudaGraphInstantiate_12(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                     unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
__asm__(".symver older_cudaGraphExecUpdate, cudaGraphExecUpdate@libcudart.so.11.0");
CUDART_API cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo*);
CUDART_API cudaError_t older_cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* errorNode,
                                                 int* result) {
  cudaGraphExecUpdateResultInfo info{};
  const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  if (errorNode != nullptr) *errorNode = info.errorNode;
  if (result != nullptr) *result = info.result;
  return error;
}
__asm__(".symver older_cudaGraphExecUpdate_12, cudaGraphExecUpdate@libcudart.so.12");
CUDART_API cudaError_t older_cudaGraphExecUpdate_12(cudaGraphExec_t exec, cudaGraph_t graph,
                                                    cudaGraphExecUpdateResultInfo* info) {
  return cudaGraphExecUpdate(exec, graph, info);
}

}  // namespace gpusim::cudart
