// The API of stream capture.
#include "cudart/graph.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

template <class Body>
cudaError_t withStream(cudaStream_t handle, Body&& body) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    return stream == nullptr ? runtime.refuse(cudaErrorInvalidResourceHandle, "not a live stream")
                             : body(runtime, *stream);
  });
}

cudaError_t begin(cudaStream_t stream, int mode) {
  return withStream(stream, [&](Runtime& runtime, Stream& found) {
    if (found.capture) return runtime.graphs.begin(runtime, found, mode, nullptr, {});
    const std::shared_ptr<Graph> graph = runtime.graphs.make();
    const cudaError_t error = runtime.graphs.begin(runtime, found, mode, graph, {});
    if (error != cudaSuccess) runtime.graphs.destroy(*graph);
    return error;
  });
}

/// The nodes that `handles` name; false when one is none of `graph`'s.
bool nodesOf(Runtime& runtime, const Graph& graph, const cudaGraphNode_t* handles, std::size_t count,
             std::vector<Node*>& nodes) {
  for (std::size_t i = 0; i < count; ++i) {
    Node* node = runtime.graphs.node(handles[i]);
    if (node == nullptr || node->graph != &graph) return false;
    nodes.push_back(node);
  }
  return true;
}

cudaError_t beginInto(cudaStream_t stream, cudaGraph_t handle, const cudaGraphNode_t* after, std::size_t count,
                      int mode) {
  return withStream(stream, [&](Runtime& runtime, Stream& found) {
    Graph* graph = runtime.graphs.graph(handle);
    std::vector<Node*> nodes;
    if (graph == nullptr || (after == nullptr && count != 0) || !nodesOf(runtime, *graph, after, count, nodes))
      return runtime.refuse(cudaErrorInvalidValue, "no such graph, or nodes of another one");
    const std::shared_ptr<Graph> shared = runtime.graphs.share(*graph);
    return runtime.graphs.begin(runtime, found, mode, shared, std::move(nodes));
  });
}

cudaError_t end(cudaStream_t stream, cudaGraph_t* graph) {
  return withStream(stream, [&](Runtime& runtime, Stream& found) { return runtime.graphs.end(runtime, found, graph); });
}

int statusOf(const Stream& stream) {
  return !stream.capture           ? cudaStreamCaptureStatusNone
         : stream.capture->invalid ? cudaStreamCaptureStatusInvalidated
                                   : cudaStreamCaptureStatusActive;
}

cudaError_t isCapturing(cudaStream_t stream, int* status) {
  return withStream(stream, [&](Runtime& runtime, Stream& found) {
    if (status == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the status");
    *status = statusOf(found);
    return cudaSuccess;
  });
}

cudaError_t describe(cudaStream_t stream, int* status, unsigned long long* id, cudaGraph_t* graph,
                     const cudaGraphNode_t** nodes, const cudaGraphEdgeData** edges, std::size_t* count) {
  return withStream(stream, [&](Runtime& runtime, Stream& found) {
    if (status == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the status");
    *status = statusOf(found);
    if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
    if (id != nullptr) *id = found.capture->id;
    if (graph != nullptr) *graph = Graphs::handleOf(*found.capture->graph);
    if (nodes != nullptr) *nodes = reinterpret_cast<const cudaGraphNode_t*>(found.captured.data());
    if (edges != nullptr) *edges = nullptr;
    if (count != nullptr) *count = found.captured.size();
    return cudaSuccess;
  });
}

cudaError_t updateDependencies(cudaStream_t stream, const cudaGraphNode_t* handles, std::size_t count, unsigned flags) {
  return withStream(stream, [&](Runtime& runtime, Stream& found) {
    if (!found.capture) return runtime.refuse(cudaErrorIllegalState, "the stream does not capture");
    std::vector<Node*> nodes;
    if (flags > 1 || (handles == nullptr && count != 0) ||
        !nodesOf(runtime, *found.capture->graph, handles, count, nodes))
      return runtime.refuse(cudaErrorInvalidValue, "flags that are none, or nodes of another graph");
    if (flags == 1) {
      found.captured = std::move(nodes);  // cudaStreamSetCaptureDependencies
    } else {
      found.captured.insert(found.captured.end(), nodes.begin(), nodes.end());
    }
    return cudaSuccess;
  });
}

}  // namespace

CUDART_API cudaError_t cudaStreamBeginCapture(cudaStream_t stream, int mode) { return begin(stream, mode); }
CUDART_API cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t stream, int mode) {
  return begin(perThread(stream), mode);
}
CUDART_API cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                                     const cudaGraphNode_t* after, const cudaGraphEdgeData*,
                                                     std::size_t count, int mode) {
  return beginInto(stream, graph, after, count, mode);
}
CUDART_API cudaError_t cudaStreamBeginCaptureToGraph_ptsz(cudaStream_t stream, cudaGraph_t graph,
                                                          const cudaGraphNode_t* after, const cudaGraphEdgeData*,
                                                          std::size_t count, int mode) {
  return beginInto(perThread(stream), graph, after, count, mode);
}
CUDART_API cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) { return end(stream, graph); }
CUDART_API cudaError_t cudaStreamEndCapture_ptsz(cudaStream_t stream, cudaGraph_t* graph) {
  return end(perThread(stream), graph);
}
CUDART_API cudaError_t cudaStreamIsCapturing(cudaStream_t stream, int* status) { return isCapturing(stream, status); }
CUDART_API cudaError_t cudaStreamIsCapturing_ptsz(cudaStream_t stream, int* status) {
  return isCapturing(perThread(stream), status);
}
CUDART_API cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, int* status, unsigned long long* id,
                                                cudaGraph_t* graph, const cudaGraphNode_t** nodes,
                                                const cudaGraphEdgeData** edges, std::size_t* count) {
  return describe(stream, status, id, graph, nodes, edges, count);
}
CUDART_API cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t stream, int* status, unsigned long long* id,
                                                     cudaGraph_t* graph, const cudaGraphNode_t** nodes,
                                                     const cudaGraphEdgeData** edges, std::size_t* count) {
  return describe(perThread(stream), status, id, graph, nodes, edges, count);
}
CUDART_API cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                           const cudaGraphEdgeData*, std::size_t count,
                                                           unsigned flags) {
  return updateDependencies(stream, nodes, count, flags);
}
CUDART_API cudaError_t cudaStreamUpdateCaptureDependencies_ptsz(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                                const cudaGraphEdgeData*, std::size_t count,
                                                                unsigned flags) {
  return updateDependencies(perThread(stream), nodes, count, flags);
}
CUDART_API cudaError_t cudaThreadExchangeStreamCaptureMode(int* mode) {
  return call([&](Runtime& runtime) {
    if (mode == nullptr || *mode < cudaStreamCaptureModeGlobal || *mode > cudaStreamCaptureModeRelaxed)
      return runtime.refuse(cudaErrorInvalidValue, "no such capture mode");
    *mode = runtime.graphs.exchangeMode(*mode);
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
