#pragma once
// The parameters of nodes, as the API has them, and the Work that they mean. Each checks what the call itself checks.
#include "cudart/graph.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

abi::cudaError_t workOf(Runtime& runtime, const abi::cudaKernelNodeParams* parameters, Work& work);
abi::cudaError_t workOf(Runtime& runtime, const abi::cudaMemcpy3DParms* parameters, Work& work);
abi::cudaError_t workOf(Runtime& runtime, const abi::cudaMemsetParams* parameters, Work& work);
abi::cudaError_t workOf(Runtime& runtime, const abi::cudaHostNodeParams* parameters, Work& work);
abi::cudaError_t workOf(Runtime& runtime, abi::cudaMemAllocNodeParams* parameters, Work& work);
/// One row, as cudaGraphAddMemcpyNode1D copies.
abi::cudaError_t rowWork(Runtime& runtime, void* to, const void* from, std::size_t bytes, int kind, Work& work);
/// The address `offset` bytes into a symbol with `bytes` from there on; null with the code in `error`.
void* insideSymbol(Runtime& runtime, const void* symbol, std::size_t bytes, std::size_t offset,
                   abi::cudaError_t& error);
abi::cudaError_t eventWork(Runtime& runtime, abi::cudaEvent_t event, bool record, Work& work);
abi::cudaError_t childWork(Runtime& runtime, const Graph& parent, abi::cudaGraph_t child, Work& work);
abi::cudaError_t releaseWork(Runtime& runtime, void* pointer, Work& work);

/// NVIDIA's cudaGraphNodeType of a node.
int typeOf(const Work& work);

// The other way: what the program reads back.
abi::cudaKernelNodeParams kernelParameters(Node& node);
abi::cudaMemcpy3DParms copyParameters(const CopyWork& work);
abi::cudaMemsetParams fillParameters(const FillWork& work);

/// Calls `body` with the node, or says that it is none.
template <class Body>
abi::cudaError_t withNode(abi::cudaGraphNode_t handle, Body&& body) {
  return call([&](Runtime& runtime) {
    Node* node = runtime.graphs.node(handle);
    return node == nullptr ? runtime.refuse(abi::cudaErrorInvalidValue, "not a node of a live graph")
                           : body(runtime, *node);
  });
}

/// The same for a node of one kind of work.
template <class Kind, class Body>
abi::cudaError_t withWork(abi::cudaGraphNode_t handle, const void* parameters, Body&& body) {
  return withNode(handle, [&](Runtime& runtime, Node& node) {
    auto* work = std::get_if<Kind>(&node.work);
    if (work == nullptr || parameters == nullptr)
      return runtime.refuse(abi::cudaErrorInvalidValue, "a node of another kind, or a null pointer");
    return body(runtime, node, *work);
  });
}

}  // namespace gpusim::cudart
