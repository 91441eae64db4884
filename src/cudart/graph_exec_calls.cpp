// Executable graphs: instantiated, launched, updated.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "cudart/graph_params.h"
#include "cudart/transfer.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

template <class Body>
cudaError_t withExec(cudaGraphExec_t handle, Body&& body) {
  return call([&](Runtime& runtime) {
    GraphExec* exec = runtime.graphs.exec(handle);
    return exec == nullptr ? runtime.refuse(cudaErrorInvalidValue, "not a live executable graph")
                           : body(runtime, *exec);
  });
}

cudaError_t instantiate(cudaGraphExec_t* handle, cudaGraph_t graphHandle, unsigned long long flags) {
  return call([&](Runtime& runtime) {
    const Graph* graph = runtime.graphs.graph(graphHandle);
    if (handle == nullptr || graph == nullptr || (flags & ~graphAllFlags) != 0)
      return runtime.refuse(cudaErrorInvalidValue, "no live graph, no place for the result, or unknown flags");
    if ((flags & graphDeviceLaunch) != 0)
      return runtime.refuse(cudaErrorNotSupported, "launches of graphs from the device are not simulated");
    if (holdsMemory(*graph) && runtime.graphs.isInstantiated(*graph))
      return runtime.refuse(cudaErrorNotSupported, "a graph with memory nodes is instantiated once at a time");
    std::shared_ptr<Graph> copy = runtime.graphs.clone(*graph);
    std::vector<Node*> order = Graphs::ordered(*copy);
    if (order.empty() && !copy->nodes.empty())
      return runtime.refuse(cudaErrorInvalidValue, "the graph's nodes wait for each other in a circle");
    GraphExec& exec = runtime.graphs.instantiate(std::move(copy), std::move(order), flags);
    *handle = reinterpret_cast<cudaGraphExec_t>(&exec);
    return cudaSuccess;
  });
}

cudaError_t instantiateWith(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphInstantiateParams* p) {
  if (p == nullptr) return Runtime::instance().record(cudaErrorInvalidValue);
  const cudaError_t error = instantiate(exec, graph, p->flags);
  p->errNodeOut = nullptr;
  p->resultOut = error == cudaSuccess ? 0 : error == cudaErrorNotSupported ? 3 : 1;  // cudaGraphInstantiateResult
  return error;
}

cudaError_t launch(cudaGraphExec_t handle, cudaStream_t streamHandle) {
  return withExec(handle, [&](Runtime& runtime, GraphExec& exec) {
    Stream* stream = runtime.stream(streamHandle);
    if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "the launch names no live stream");
    if (stream->capture) {
      // A captured launch is a child graph.
      ChildWork work{runtime.graphs.clone(*exec.graph)};
      work.graph->owned = true;
      return runtime.enqueue(*stream, std::move(work));
    }
    return runtime.graphs.launch(runtime, exec, *stream);
  });
}

cudaError_t upload(cudaGraphExec_t handle, cudaStream_t streamHandle) {
  return withExec(handle, [&](Runtime& runtime, GraphExec&) {
    Stream* stream = runtime.stream(streamHandle);
    if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "the upload names no live stream");
    return runtime.enqueue(*stream, EmptyWork{});
  });
}

/// The node of `exec` that was made from the program's node.
Node* twinOf(Runtime& runtime, const GraphExec& exec, cudaGraphNode_t handle) {
  const Node* node = runtime.graphs.node(handle);
  if (node == nullptr) return nullptr;
  for (Node* each : exec.order) {
    if (each->origin == node->id) return each;
  }
  return nullptr;
}

/// Gives one node of an executable graph other work of its kind; `make` fills it in.
template <class Kind, class Make>
cudaError_t change(cudaGraphExec_t handle, cudaGraphNode_t node, Make&& make) {
  return withExec(handle, [&](Runtime& runtime, GraphExec& exec) {
    Node* twin = twinOf(runtime, exec, node);
    if (twin == nullptr || !std::holds_alternative<Kind>(twin->work))
      return runtime.refuse(cudaErrorInvalidValue, "no node of that kind in the executable graph");
    return make(runtime, *twin);
  });
}

struct Difference {
  int result = cudaGraphExecUpdateSuccess;
  const Node *node = nullptr, *from = nullptr;
};

/// How `updated` differs from `current` in shape, nodes paired in the order they were added.
Difference differenceOf(const Graph& current, const Graph& updated) {
  if (current.nodes.size() != updated.nodes.size())
    return {cudaGraphExecUpdateErrorTopologyChanged,
            updated.nodes.size() > current.nodes.size() ? updated.nodes[current.nodes.size()].get() : nullptr, nullptr};
  std::unordered_map<const Node*, std::size_t> place;
  for (std::size_t i = 0; i < current.nodes.size(); ++i) {
    place[current.nodes[i].get()] = i;
    place[updated.nodes[i].get()] = i;
  }
  const auto places = [&](const Node& node) {
    std::vector<std::size_t> list;
    for (const Node* before : node.after) list.push_back(place.at(before));
    std::sort(list.begin(), list.end());
    return list;
  };
  for (std::size_t i = 0; i < current.nodes.size(); ++i) {
    const Node &mine = *current.nodes[i], &theirs = *updated.nodes[i];
    if (mine.work.index() != theirs.work.index()) return {cudaGraphExecUpdateErrorNodeTypeChanged, &theirs, nullptr};
    if (places(mine) != places(theirs))
      return {cudaGraphExecUpdateErrorTopologyChanged, &theirs, theirs.after.empty() ? nullptr : theirs.after.front()};
    if (const auto* child = std::get_if<ChildWork>(&mine.work)) {
      const Difference inside = differenceOf(*child->graph, *std::get<ChildWork>(theirs.work).graph);
      if (inside.result != cudaGraphExecUpdateSuccess) return inside;
    }
  }
  return {};
}

void takeWork(Graph& current, const Graph& updated) {
  for (std::size_t i = 0; i < current.nodes.size(); ++i) {
    Work& mine = current.nodes[i]->work;
    const Work& theirs = updated.nodes[i]->work;
    if (auto* child = std::get_if<ChildWork>(&mine)) {
      takeWork(*child->graph, *std::get<ChildWork>(theirs).graph);
    } else {
      mine = theirs;
    }
  }
}

/// The parameters of cudaGraphExecNodeSetParams, for the types of node that an executable graph may change.
cudaError_t workOf(Runtime& runtime, cudaGraphNodeParams& p, Work& work) {
  switch (p.type) {
    case cudaGraphNodeTypeKernel:
      return cudart::workOf(runtime, &p.kernel, work);
    case cudaGraphNodeTypeMemcpy:
      return cudart::workOf(runtime, &p.memcpy.copyParams, work);
    case cudaGraphNodeTypeMemset:
      return cudart::workOf(runtime, &p.memset, work);
    case cudaGraphNodeTypeHost:
      return cudart::workOf(runtime, &p.host, work);
    case cudaGraphNodeTypeWaitEvent:
      return eventWork(runtime, p.event, false, work);
    case cudaGraphNodeTypeEventRecord:
      return eventWork(runtime, p.event, true, work);
    default:
      return runtime.refuse(cudaErrorInvalidValue, "nodes of this type keep their parameters");
  }
}

}  // namespace

CUDART_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return instantiate(exec, graph, flags);
}
CUDART_API cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                     unsigned long long flags) {
  return instantiate(exec, graph, flags);
}
CUDART_API cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                      cudaGraphInstantiateParams* p) {
  return instantiateWith(exec, graph, p);
}
CUDART_API cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                           cudaGraphInstantiateParams* p) {
  return instantiateWith(exec, graph, p);
}
CUDART_API cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return withExec(exec, [](Runtime& runtime, GraphExec& found) {
    runtime.graphs.destroy(found);
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
  return withExec(exec, [&](Runtime& runtime, const GraphExec& found) {
    if (flags == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the flags");
    *flags = found.flags;
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) { return launch(exec, stream); }
CUDART_API cudaError_t cudaGraphLaunch_ptsz(cudaGraphExec_t exec, cudaStream_t stream) {
  return launch(exec, perThread(stream));
}
CUDART_API cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) { return upload(exec, stream); }
CUDART_API cudaError_t cudaGraphUpload_ptsz(cudaGraphExec_t exec, cudaStream_t stream) {
  return upload(exec, perThread(stream));
}

CUDART_API cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t graph,
                                           cudaGraphExecUpdateResultInfo* info) {
  return withExec(handle, [&](Runtime& runtime, GraphExec& exec) {
    const Graph* updated = runtime.graphs.graph(graph);
    if (updated == nullptr || info == nullptr) return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
    const Difference difference = differenceOf(*exec.graph, *updated);
    info->result = difference.result;
    info->errorNode = difference.node == nullptr ? nullptr : Graphs::handleOf(*difference.node);
    info->errorFromNode = difference.from == nullptr ? nullptr : Graphs::handleOf(*difference.from);
    if (difference.result != cudaGraphExecUpdateSuccess)
      return runtime.refuse(cudaErrorGraphExecUpdateFailure, "the graph has another shape than the executable one");
    takeWork(*exec.graph, *updated);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaKernelNodeParams* p) {
  return change<KernelWork>(exec, node,
                            [&](Runtime& runtime, Node& twin) { return cudart::workOf(runtime, p, twin.work); });
}
CUDART_API cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaMemcpy3DParms* p) {
  return change<CopyWork>(exec, node,
                          [&](Runtime& runtime, Node& twin) { return cudart::workOf(runtime, p, twin.work); });
}
CUDART_API cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                                          const void* from, std::size_t bytes, int kind) {
  return change<CopyWork>(
      exec, node, [&](Runtime& runtime, Node& twin) { return rowWork(runtime, to, from, bytes, kind, twin.work); });
}
CUDART_API cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                                const void* symbol, const void* from, std::size_t bytes,
                                                                std::size_t offset, int kind) {
  return change<CopyWork>(exec, node, [&](Runtime& runtime, Node& twin) {
    cudaError_t error = cudaSuccess;
    void* to = insideSymbol(runtime, symbol, bytes, offset, error);
    return to == nullptr ? error : rowWork(runtime, to, from, bytes, kind, twin.work);
  });
}
CUDART_API cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                                                  const void* symbol, std::size_t bytes,
                                                                  std::size_t offset, int kind) {
  return change<CopyWork>(exec, node, [&](Runtime& runtime, Node& twin) {
    cudaError_t error = cudaSuccess;
    const void* from = insideSymbol(runtime, symbol, bytes, offset, error);
    return from == nullptr ? error : rowWork(runtime, to, from, bytes, kind, twin.work);
  });
}
CUDART_API cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaMemsetParams* p) {
  return change<FillWork>(exec, node,
                          [&](Runtime& runtime, Node& twin) { return cudart::workOf(runtime, p, twin.work); });
}
CUDART_API cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                      const cudaHostNodeParams* p) {
  return change<HostWork>(exec, node,
                          [&](Runtime& runtime, Node& twin) { return cudart::workOf(runtime, p, twin.work); });
}
CUDART_API cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                            cudaGraph_t graph) {
  return change<ChildWork>(exec, node, [&](Runtime& runtime, Node& twin) {
    const Graph* updated = runtime.graphs.graph(graph);
    if (updated == nullptr) return runtime.refuse(cudaErrorInvalidValue, "not a live graph");
    Graph& current = *std::get<ChildWork>(twin.work).graph;
    if (differenceOf(current, *updated).result != cudaGraphExecUpdateSuccess)
      return runtime.refuse(cudaErrorInvalidValue, "the child graph has another shape");
    takeWork(current, *updated);
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                            cudaEvent_t event) {
  return change<RecordWork>(exec, node,
                            [&](Runtime& runtime, Node& twin) { return eventWork(runtime, event, true, twin.work); });
}
CUDART_API cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                          cudaEvent_t event) {
  return change<WaitWork>(exec, node,
                          [&](Runtime& runtime, Node& twin) { return eventWork(runtime, event, false, twin.work); });
}
CUDART_API cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t handle, cudaGraphNode_t node,
                                                  cudaGraphNodeParams* p) {
  return withExec(handle, [&](Runtime& runtime, GraphExec& exec) {
    Node* twin = twinOf(runtime, exec, node);
    if (twin == nullptr || p == nullptr || p->type != typeOf(twin->work))
      return runtime.refuse(cudaErrorInvalidValue, "no node of that type in the executable graph");
    return workOf(runtime, *p, twin->work);
  });
}

CUDART_API cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t handle, cudaGraphNode_t node, unsigned enabled) {
  return withExec(handle, [&](Runtime& runtime, GraphExec& exec) {
    Node* twin = twinOf(runtime, exec, node);
    const int type = twin == nullptr ? -1 : typeOf(twin->work);
    if (type != cudaGraphNodeTypeKernel && type != cudaGraphNodeTypeMemset && type != cudaGraphNodeTypeMemcpy)
      return runtime.refuse(cudaErrorInvalidValue, "only kernel, memset and memcpy nodes can be switched off");
    twin->enabled = enabled != 0;
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t handle, cudaGraphNode_t node, unsigned* enabled) {
  return withExec(handle, [&](Runtime& runtime, const GraphExec& exec) {
    const Node* twin = twinOf(runtime, exec, node);
    if (twin == nullptr || enabled == nullptr)
      return runtime.refuse(cudaErrorInvalidValue, "no such node in the executable graph, or no place for the answer");
    *enabled = twin->enabled ? 1 : 0;
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
