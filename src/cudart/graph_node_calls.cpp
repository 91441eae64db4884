// Nodes: made, read and changed one by one.
#include "cudart/graph_params.h"
#include "cudart/transfer.h"

#include <algorithm>

namespace gpusim::cudart {

using namespace abi;

namespace {

/// Adds a node whose work `make` fills in.
template <class Make>
cudaError_t add(cudaGraphNode_t* handle, cudaGraph_t graphHandle, const cudaGraphNode_t* dependencies,
                std::size_t count, Make&& make) {
  return call([&](Runtime& runtime) {
    Graph* graph = runtime.graphs.graph(graphHandle);
    if (handle == nullptr || graph == nullptr || (dependencies == nullptr && count != 0))
      return runtime.refuse(cudaErrorInvalidValue, "a null pointer, or no live graph");
    std::vector<Node*> after;
    for (std::size_t i = 0; i < count; ++i) {
      Node* before = runtime.graphs.node(dependencies[i]);
      if (before == nullptr || before->graph != graph || std::find(after.begin(), after.end(), before) != after.end())
        return runtime.refuse(cudaErrorInvalidValue, "a dependency is given twice, or is no node of this graph");
      after.push_back(before);
    }
    Work work;
    if (const cudaError_t error = make(runtime, *graph, work); error != cudaSuccess) return error;
    *handle = Graphs::handleOf(runtime.graphs.add(*graph, std::move(work), std::move(after)));
    return cudaSuccess;
  });
}

/// The work of cudaGraphAddNode's parameters; an allocation puts its address there.
cudaError_t workOf(Runtime& runtime, const Graph& graph, cudaGraphNodeParams& p, Work& work) {
  switch (p.type) {
    case cudaGraphNodeTypeKernel:
      return cudart::workOf(runtime, &p.kernel, work);
    case cudaGraphNodeTypeMemcpy:
      return cudart::workOf(runtime, &p.memcpy.copyParams, work);
    case cudaGraphNodeTypeMemset:
      return cudart::workOf(runtime, &p.memset, work);
    case cudaGraphNodeTypeHost:
      return cudart::workOf(runtime, &p.host, work);
    case cudaGraphNodeTypeGraph:
      return childWork(runtime, graph, p.graph, work);
    case cudaGraphNodeTypeEmpty:
      work = EmptyWork{};
      return cudaSuccess;
    case cudaGraphNodeTypeWaitEvent:
      return eventWork(runtime, p.event, false, work);
    case cudaGraphNodeTypeEventRecord:
      return eventWork(runtime, p.event, true, work);
    case cudaGraphNodeTypeMemAlloc:
      return cudart::workOf(runtime, &p.alloc, work);
    case cudaGraphNodeTypeMemFree:
      return releaseWork(runtime, p.free, work);
    case cudaGraphNodeTypeConditional:
      runtime.sayOnce("conditional nodes of graphs are not simulated yet");
      return runtime.refuse(cudaErrorNotSupported, "conditional nodes of graphs are not simulated yet");
    default:
      return runtime.refuse(cudaErrorInvalidValue, "no such type of node");
  }
}

/// Replaces a node's work by another of its kind.
template <class Kind, class Parameters>
cudaError_t replace(cudaGraphNode_t handle, const Parameters* parameters) {
  return withWork<Kind>(handle, parameters, [&](Runtime& runtime, Node& node, Kind&) {
    return cudart::workOf(runtime, parameters, node.work);
  });
}

}  // namespace

CUDART_API cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                        const cudaGraphEdgeData*, std::size_t count, cudaGraphNodeParams* p) {
  return add(node, graph, after, count, [&](Runtime& runtime, const Graph& found, Work& work) {
    return p == nullptr ? runtime.refuse(cudaErrorInvalidValue, "no parameters") : workOf(runtime, found, *p, work);
  });
}
CUDART_API cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                              std::size_t count, const cudaKernelNodeParams* p) {
  return add(node, graph, after, count,
             [&](Runtime& runtime, const Graph&, Work& work) { return cudart::workOf(runtime, p, work); });
}
CUDART_API cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                              std::size_t count, const cudaMemcpy3DParms* p) {
  return add(node, graph, after, count,
             [&](Runtime& runtime, const Graph&, Work& work) { return cudart::workOf(runtime, p, work); });
}
CUDART_API cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                                std::size_t count, void* to, const void* from, std::size_t bytes,
                                                int kind) {
  return add(node, graph, after, count,
             [&](Runtime& runtime, const Graph&, Work& work) { return rowWork(runtime, to, from, bytes, kind, work); });
}
CUDART_API cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                      const cudaGraphNode_t* after, std::size_t count,
                                                      const void* symbol, const void* from, std::size_t bytes,
                                                      std::size_t offset, int kind) {
  return add(node, graph, after, count, [&](Runtime& runtime, const Graph&, Work& work) {
    cudaError_t error = cudaSuccess;
    void* to = insideSymbol(runtime, symbol, bytes, offset, error);
    return to == nullptr ? error : rowWork(runtime, to, from, bytes, kind, work);
  });
}
CUDART_API cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                        const cudaGraphNode_t* after, std::size_t count, void* to,
                                                        const void* symbol, std::size_t bytes, std::size_t offset,
                                                        int kind) {
  return add(node, graph, after, count, [&](Runtime& runtime, const Graph&, Work& work) {
    cudaError_t error = cudaSuccess;
    const void* from = insideSymbol(runtime, symbol, bytes, offset, error);
    return from == nullptr ? error : rowWork(runtime, to, from, bytes, kind, work);
  });
}
CUDART_API cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                              std::size_t count, const cudaMemsetParams* p) {
  return add(node, graph, after, count,
             [&](Runtime& runtime, const Graph&, Work& work) { return cudart::workOf(runtime, p, work); });
}
CUDART_API cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                            std::size_t count, const cudaHostNodeParams* p) {
  return add(node, graph, after, count,
             [&](Runtime& runtime, const Graph&, Work& work) { return cudart::workOf(runtime, p, work); });
}
CUDART_API cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                             std::size_t count) {
  return add(node, graph, after, count, [](Runtime&, const Graph&, Work&) { return cudaSuccess; });
}
CUDART_API cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                  const cudaGraphNode_t* after, std::size_t count, cudaGraph_t child) {
  return add(node, graph, after, count,
             [&](Runtime& runtime, const Graph& found, Work& work) { return childWork(runtime, found, child, work); });
}
CUDART_API cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                   const cudaGraphNode_t* after, std::size_t count, cudaEvent_t event) {
  return add(node, graph, after, count,
             [&](Runtime& runtime, const Graph&, Work& work) { return eventWork(runtime, event, true, work); });
}
CUDART_API cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                                 std::size_t count, cudaEvent_t event) {
  return add(node, graph, after, count,
             [&](Runtime& runtime, const Graph&, Work& work) { return eventWork(runtime, event, false, work); });
}
CUDART_API cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                                std::size_t count, cudaMemAllocNodeParams* p) {
  return add(node, graph, after, count,
             [&](Runtime& runtime, const Graph&, Work& work) { return cudart::workOf(runtime, p, work); });
}
CUDART_API cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                               std::size_t count, void* pointer) {
  return add(node, graph, after, count, [&](Runtime& runtime, const Graph& found, Work& work) {
    const auto frees = [&](const auto& each) {
      const auto* released = std::get_if<ReleaseWork>(&each->work);
      return released != nullptr && released->address == reinterpret_cast<DeviceAddress>(pointer);
    };
    if (std::any_of(found.nodes.begin(), found.nodes.end(), frees))
      return runtime.refuse(cudaErrorInvalidValue, "the graph frees this memory already");
    return releaseWork(runtime, pointer, work);
  });
}

CUDART_API cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t handle, cudaKernelNodeParams* p) {
  return withWork<KernelWork>(handle, p, [&](Runtime&, Node& node, KernelWork&) {
    *p = kernelParameters(node);
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t handle, const cudaKernelNodeParams* p) {
  return replace<KernelWork>(handle, p);
}
CUDART_API cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t handle, cudaMemcpy3DParms* p) {
  return withWork<CopyWork>(handle, p, [&](Runtime&, Node&, const CopyWork& work) {
    *p = copyParameters(work);
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t handle, const cudaMemcpy3DParms* p) {
  return replace<CopyWork>(handle, p);
}
CUDART_API cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t handle, void* to, const void* from,
                                                      std::size_t bytes, int kind) {
  return withWork<CopyWork>(handle, to, [&](Runtime& runtime, Node& node, CopyWork&) {
    return rowWork(runtime, to, from, bytes, kind, node.work);
  });
}
CUDART_API cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t handle, const void* symbol,
                                                            const void* from, std::size_t bytes, std::size_t offset,
                                                            int kind) {
  return withWork<CopyWork>(handle, symbol, [&](Runtime& runtime, Node& node, CopyWork&) {
    cudaError_t error = cudaSuccess;
    void* to = insideSymbol(runtime, symbol, bytes, offset, error);
    return to == nullptr ? error : rowWork(runtime, to, from, bytes, kind, node.work);
  });
}
CUDART_API cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t handle, void* to, const void* symbol,
                                                              std::size_t bytes, std::size_t offset, int kind) {
  return withWork<CopyWork>(handle, symbol, [&](Runtime& runtime, Node& node, CopyWork&) {
    cudaError_t error = cudaSuccess;
    const void* from = insideSymbol(runtime, symbol, bytes, offset, error);
    return from == nullptr ? error : rowWork(runtime, to, from, bytes, kind, node.work);
  });
}
CUDART_API cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t handle, cudaMemsetParams* p) {
  return withWork<FillWork>(handle, p, [&](Runtime&, Node&, const FillWork& work) {
    *p = fillParameters(work);
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t handle, const cudaMemsetParams* p) {
  return replace<FillWork>(handle, p);
}
CUDART_API cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t handle, cudaHostNodeParams* p) {
  return withWork<HostWork>(handle, p, [&](Runtime&, Node&, const HostWork& work) {
    *p = {work.function, work.data};
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t handle, const cudaHostNodeParams* p) {
  return replace<HostWork>(handle, p);
}
CUDART_API cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t handle, cudaGraph_t* graph) {
  return withWork<ChildWork>(handle, graph, [&](Runtime&, Node&, const ChildWork& work) {
    *graph = Graphs::handleOf(*work.graph);
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t handle, cudaEvent_t* event) {
  return withWork<RecordWork>(handle, event, [&](Runtime&, Node&, const RecordWork& work) {
    *event = reinterpret_cast<cudaEvent_t>(work.event.get());
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t handle, cudaEvent_t event) {
  return withWork<RecordWork>(handle, event, [&](Runtime& runtime, Node& node, RecordWork&) {
    return eventWork(runtime, event, true, node.work);
  });
}
CUDART_API cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t handle, cudaEvent_t* event) {
  return withWork<WaitWork>(handle, event, [&](Runtime&, Node&, const WaitWork& work) {
    *event = reinterpret_cast<cudaEvent_t>(work.event.get());
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t handle, cudaEvent_t event) {
  return withWork<WaitWork>(handle, event, [&](Runtime& runtime, Node& node, WaitWork&) {
    return eventWork(runtime, event, false, node.work);
  });
}
CUDART_API cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t handle, cudaMemAllocNodeParams* p) {
  return withWork<AllocationWork>(handle, p, [&](Runtime&, Node&, const AllocationWork& work) {
    *p = {work.properties, nullptr, 0, work.bytes, reinterpret_cast<void*>(work.address)};
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t handle, void* pointer) {
  return withWork<ReleaseWork>(handle, pointer, [&](Runtime&, Node&, const ReleaseWork& work) {
    *static_cast<void**>(pointer) = reinterpret_cast<void*>(work.address);
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t handle, cudaGraphNodeParams* p) {
  return withNode(handle, [&](Runtime& runtime, Node& node) {
    if (p == nullptr || p->type != typeOf(node.work))
      return runtime.refuse(cudaErrorInvalidValue, "no parameters, or those of another type of node");
    return workOf(runtime, *node.graph, *p, node.work);
  });
}

}  // namespace gpusim::cudart
