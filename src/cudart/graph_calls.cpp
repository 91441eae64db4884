// Graphs as a whole: made, cloned, asked for nodes and edges, printed.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "cudart/graph_params.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

template <class Body>
cudaError_t withGraph(cudaGraph_t handle, Body&& body) {
  return call([&](Runtime& runtime) {
    Graph* graph = runtime.graphs.graph(handle);
    return graph == nullptr ? runtime.refuse(cudaErrorInvalidValue, "not a live graph") : body(runtime, *graph);
  });
}

/// Fills the program's array as the API does: without one, only the count; what is left of a longer one is null.
cudaError_t deliver(Runtime& runtime, const std::vector<const Node*>& nodes, cudaGraphNode_t* list,
                    std::size_t* count) {
  if (count == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the count");
  if (list != nullptr) {
    for (std::size_t i = 0; i < *count; ++i) list[i] = i < nodes.size() ? Graphs::handleOf(*nodes[i]) : nullptr;
  }
  *count = list == nullptr ? nodes.size() : std::min(*count, nodes.size());
  return cudaSuccess;
}

bool comesAfter(const Node& node, const Node& before) {
  return std::find(node.after.begin(), node.after.end(), &before) != node.after.end();
}

/// Calls `change` with each edge, once all were found to be nodes of the graph.
template <class Change>
cudaError_t changeEdges(cudaGraph_t handle, const cudaGraphNode_t* from, const cudaGraphNode_t* to, std::size_t count,
                        bool mustExist, Change&& change) {
  return withGraph(handle, [&](Runtime& runtime, Graph& graph) {
    if ((from == nullptr || to == nullptr) && count != 0)
      return runtime.refuse(cudaErrorInvalidValue, "no lists of nodes");
    for (std::size_t i = 0; i < count; ++i) {
      const Node *before = runtime.graphs.node(from[i]), *after = runtime.graphs.node(to[i]);
      if (before == nullptr || after == nullptr || before == after || before->graph != &graph ||
          after->graph != &graph || comesAfter(*after, *before) != mustExist)
        return runtime.refuse(cudaErrorInvalidValue, "not two nodes of the graph, or the edge is there or missing");
    }
    for (std::size_t i = 0; i < count; ++i) change(*runtime.graphs.node(from[i]), *runtime.graphs.node(to[i]));
    return cudaSuccess;
  });
}

const char* nameOf(int type) {
  switch (type) {
    case cudaGraphNodeTypeKernel:
      return "KERNEL";
    case cudaGraphNodeTypeMemcpy:
      return "MEMCPY";
    case cudaGraphNodeTypeMemset:
      return "MEMSET";
    case cudaGraphNodeTypeHost:
      return "HOST";
    case cudaGraphNodeTypeGraph:
      return "CHILD_GRAPH";
    case cudaGraphNodeTypeWaitEvent:
      return "EVENT_WAIT";
    case cudaGraphNodeTypeEventRecord:
      return "EVENT_RECORD";
    case cudaGraphNodeTypeMemAlloc:
      return "MEM_ALLOC";
    case cudaGraphNodeTypeMemFree:
      return "MEM_FREE";
    default:
      return "EMPTY";
  }
}

void printNodes(std::FILE* file, const Graph& graph, unsigned depth) {
  const std::string indent(2 * depth, ' ');
  for (const auto& node : graph.nodes) {
    std::string label = nameOf(typeOf(node->work));
    if (const auto* kernel = std::get_if<KernelWork>(&node->work)) label += "\\n" + kernel->kernel->demangled;
    if (const auto* copy = std::get_if<CopyWork>(&node->work)) label += fmt::format("\\n{} bytes", copy->box.bytes());
    if (const auto* fill = std::get_if<FillWork>(&node->work)) label += fmt::format("\\n{} bytes", fill->box.bytes());
    fmt::print(file, "{}\"node{}\" [label=\"{}\"];\n", indent, node->id, label);
    for (const Node* before : node->after)
      fmt::print(file, "{}\"node{}\" -> \"node{}\";\n", indent, before->id, node->id);
    if (const auto* child = std::get_if<ChildWork>(&node->work)) {
      fmt::print(file, "{}subgraph \"cluster{}\" {{\n", indent, node->id);
      printNodes(file, *child->graph, depth + 1);
      fmt::print(file, "{}}}\n", indent);
    }
  }
}

}  // namespace

CUDART_API cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (graph == nullptr || flags != 0)
      return runtime.refuse(cudaErrorInvalidValue, "no place to put the graph, or flags that are not 0");
    *graph = Graphs::handleOf(*runtime.graphs.make());
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return withGraph(graph, [](Runtime& runtime, Graph& found) {
    if (found.owned) return runtime.refuse(cudaErrorInvalidValue, "the graph belongs to a node of another one");
    runtime.graphs.destroy(found);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  return withGraph(original, [&](Runtime& runtime, const Graph& graph) {
    if (clone == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the clone");
    for (const auto& node : graph.nodes) {
      if (const int type = typeOf(node->work); type == cudaGraphNodeTypeMemAlloc || type == cudaGraphNodeTypeMemFree)
        return runtime.refuse(cudaErrorNotSupported, "a graph with memory nodes cannot be cloned");
    }
    *clone = Graphs::handleOf(*runtime.graphs.adopt(runtime.graphs.clone(graph)));
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* twin, cudaGraphNode_t original, cudaGraph_t clone) {
  return withNode(original, [&](Runtime& runtime, const Node& node) {
    const Graph* graph = runtime.graphs.graph(clone);
    if (twin == nullptr || graph == nullptr) return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
    for (const auto& each : graph->nodes) {
      if (each->origin != node.id) continue;
      *twin = Graphs::handleOf(*each);
      return cudaSuccess;
    }
    return runtime.refuse(cudaErrorInvalidValue, "the graph is no clone of the node's");
  });
}

CUDART_API cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return withNode(node, [](Runtime& runtime, Node& found) {
    const int type = typeOf(found.work);
    if (type == cudaGraphNodeTypeMemAlloc || type == cudaGraphNodeTypeMemFree)
      return runtime.refuse(cudaErrorNotSupported, "memory nodes stay in their graph");
    runtime.graphs.removeNode(found);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* list, std::size_t* count) {
  return withGraph(graph, [&](Runtime& runtime, const Graph& found) {
    std::vector<const Node*> nodes;
    for (const auto& node : found.nodes) nodes.push_back(node.get());
    return deliver(runtime, nodes, list, count);
  });
}
CUDART_API cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* list, std::size_t* count) {
  return withGraph(graph, [&](Runtime& runtime, const Graph& found) {
    std::vector<const Node*> nodes;
    for (const auto& node : found.nodes) {
      if (node->after.empty()) nodes.push_back(node.get());
    }
    return deliver(runtime, nodes, list, count);
  });
}
CUDART_API cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* list, cudaGraphEdgeData*,
                                                    std::size_t* count) {
  return withNode(node, [&](Runtime& runtime, const Node& found) {
    return deliver(runtime, {found.after.begin(), found.after.end()}, list, count);
  });
}
CUDART_API cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* list, cudaGraphEdgeData*,
                                                      std::size_t* count) {
  return withNode(node, [&](Runtime& runtime, const Node& found) {
    std::vector<const Node*> nodes;
    for (const auto& each : found.graph->nodes) {
      if (comesAfter(*each, found)) nodes.push_back(each.get());
    }
    return deliver(runtime, nodes, list, count);
  });
}
CUDART_API cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                         cudaGraphEdgeData* edges, std::size_t* count) {
  return withGraph(graph, [&](Runtime& runtime, const Graph& found) {
    if (count == nullptr || (from == nullptr) != (to == nullptr))
      return runtime.refuse(cudaErrorInvalidValue, "one list of two, or no place to put the count");
    std::vector<const Node*> before, after;
    for (const auto& node : found.nodes) {
      for (const Node* each : node->after) {
        before.push_back(each);
        after.push_back(node.get());
      }
    }
    if (edges != nullptr && from != nullptr) std::memset(edges, 0, *count * sizeof(*edges));
    std::size_t places = *count;
    deliver(runtime, before, from, &places);
    return deliver(runtime, after, to, count);
  });
}

CUDART_API cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                                std::size_t count) {
  return changeEdges(graph, from, to, count, false, [](Node& before, Node& after) {
    if (!comesAfter(after, before)) after.after.push_back(&before);
  });
}
CUDART_API cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                                   std::size_t count) {
  return changeEdges(graph, from, to, count, true,
                     [](const Node& before, Node& after) { std::erase(after.after, &before); });
}

CUDART_API cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, int* type) {
  return withNode(node, [&](Runtime& runtime, const Node& found) {
    if (type == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the type");
    *type = typeOf(found.work);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
  return withGraph(graph, [&](Runtime& runtime, const Graph& found) {
    std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "w");
    if (file == nullptr) return runtime.refuse(cudaErrorInvalidValue, "cannot write the file");
    fmt::print(file, "digraph dot {{\n");
    printNodes(file, found, 1);
    fmt::print(file, "}}\n");
    std::fclose(file);
    return cudaSuccess;
  });
}

// Attributes of kernel nodes: of what a node can be given, only the priority means anything here.
CUDART_API cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, int attribute, void* value) {
  return withWork<KernelWork>(node, value, [&](Runtime&, const Node& found, const KernelWork& work) {
    constexpr std::size_t valueBytes = 64;
    std::memset(value, 0, valueBytes);
    const int cooperative = work.config.cooperative ? 1 : 0;
    if (attribute == cudaLaunchAttributePriority) std::memcpy(value, &found.priority, sizeof(int));
    if (attribute == cudaLaunchAttributeCooperative) std::memcpy(value, &cooperative, sizeof(int));
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, int attribute, const void* value) {
  return withWork<KernelWork>(node, value, [&](Runtime&, Node& found, KernelWork& work) {
    int number = 0;
    std::memcpy(&number, value, sizeof(number));
    if (attribute == cudaLaunchAttributePriority) found.priority = number;
    if (attribute == cudaLaunchAttributeCooperative) work.config.cooperative = number != 0;
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
  return withWork<KernelWork>(from, from, [&](Runtime&, const Node& source, const KernelWork& work) {
    const int priority = source.priority;
    const bool cooperative = work.config.cooperative;
    return withWork<KernelWork>(to, to, [&](Runtime&, Node& target, KernelWork& changed) {
      target.priority = priority;
      changed.config.cooperative = cooperative;
      return cudaSuccess;
    });
  });
}

CUDART_API cudaError_t cudaUserObjectCreate(UserObject** object, void* data, cudaHostFn_t destroy, unsigned references,
                                            unsigned flags) {
  return call([&](Runtime& runtime) {
    constexpr unsigned noDestructorSync = 1;  // the only flag there is, and it must be given
    if (object == nullptr || destroy == nullptr || references == 0 || flags != noDestructorSync)
      return runtime.refuse(cudaErrorInvalidValue, "a user object has a destructor, a reference and flag 1");
    auto made = std::make_unique<UserObject>(UserObject{data, destroy, references});
    *object = made.get();
    runtime.graphs.objects.emplace(*object, std::move(made));
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaUserObjectRetain(UserObject* object, unsigned count) {
  return call([&](Runtime& runtime) {
    if (count == 0 || runtime.graphs.objects.count(object) == 0) return cudaErrorInvalidValue;
    object->references += count;
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaUserObjectRelease(UserObject* object, unsigned count) {
  return call([&](Runtime& runtime) {
    if (count == 0 || runtime.graphs.objects.count(object) == 0) return cudaErrorInvalidValue;
    runtime.graphs.release(*object, count);
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, UserObject* object, unsigned count,
                                                 unsigned flags) {
  return withGraph(graph, [&](Runtime& runtime, Graph& found) {
    constexpr unsigned move = 1;  // the caller's references become the graph's
    if (count == 0 || flags > move || runtime.graphs.objects.count(object) == 0) return cudaErrorInvalidValue;
    if (flags != move) object->references += count;
    found.objects.insert(found.objects.end(), count, object);
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, UserObject* object, unsigned count) {
  return withGraph(graph, [&](Runtime& runtime, Graph& found) {
    const auto held = static_cast<unsigned>(std::count(found.objects.begin(), found.objects.end(), object));
    if (count == 0 || held < count) return cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; ++i)
      found.objects.erase(std::find(found.objects.begin(), found.objects.end(), object));
    runtime.graphs.release(*object, count);
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
