#include "cudart/graph_params.h"

#include <fmt/format.h>

#include "cudart/launch.h"
#include "cudart/transfer.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

cudaError_t missing(Runtime& runtime) { return runtime.refuse(cudaErrorInvalidValue, "no parameters for the node"); }

}  // namespace

cudaError_t workOf(Runtime& runtime, const cudaKernelNodeParams* p, Work& work) {
  if (p == nullptr) return missing(runtime);
  if (p->extra != nullptr) return runtime.refuse(cudaErrorNotSupported, "packed arguments are not simulated");
  KernelWork kernel;
  const LaunchConfig config{toDim3(p->gridDim), toDim3(p->blockDim), p->sharedMemBytes, 0};
  const cudaError_t error = plan(runtime, runtime.current(), p->func, config, p->kernelParams, kernel);
  if (error == cudaSuccess) work = std::move(kernel);
  return error;
}

cudaError_t workOf(Runtime& runtime, const cudaMemcpy3DParms* p, Work& work) {
  if (p == nullptr) return missing(runtime);
  Box box;
  CopyWork copy;
  cudaError_t error = boxOf(runtime, *p, box);
  if (error == cudaSuccess && box.bytes() == 0) error = runtime.refuse(cudaErrorInvalidValue, "a copy of 0 bytes");
  if (error == cudaSuccess) error = plan(runtime, box, p->kind, copy);
  if (error == cudaSuccess) work = std::move(copy);
  return error;
}

cudaError_t rowWork(Runtime& runtime, void* to, const void* from, std::size_t bytes, int kind, Work& work) {
  if (bytes == 0) return runtime.refuse(cudaErrorInvalidValue, "a copy of 0 bytes");
  CopyWork copy;
  const cudaError_t error = plan(runtime, row(to, from, bytes), kind, copy);
  if (error == cudaSuccess) work = std::move(copy);
  return error;
}

void* insideSymbol(Runtime& runtime, const void* host, std::size_t bytes, std::size_t offset, cudaError_t& error) {
  const Symbol* symbol = runtime.symbol(host, error);
  if (symbol == nullptr) return nullptr;
  const std::size_t size = symbol->variable->bytes;
  if (offset > size || bytes > size - offset) {
    error = runtime.refuse(cudaErrorInvalidValue, fmt::format("{} has {} bytes, and the copy covers {} to {}",
                                                              symbol->name, size, offset, offset + bytes));
    return nullptr;
  }
  return reinterpret_cast<void*>(symbol->variable->address + offset);
}

cudaError_t workOf(Runtime& runtime, const cudaMemsetParams* p, Work& work) {
  if (p == nullptr) return missing(runtime);
  if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)
    return runtime.refuse(cudaErrorInvalidValue, fmt::format("elements of {} bytes: 1, 2 or 4", p->elementSize));
  if (p->width == 0 || p->height == 0) return runtime.refuse(cudaErrorInvalidValue, "a fill of no elements");
  const std::size_t width = p->width * p->elementSize;
  const std::size_t pitch = p->height == 1 ? width : p->pitch;
  FillWork fill;
  const cudaError_t error =
      plan(runtime, Box{p->dst, pitch, 0, nullptr, 0, 0, width, p->height}, p->value, p->elementSize, fill);
  if (error == cudaSuccess) work = fill;
  return error;
}

cudaError_t workOf(Runtime& runtime, const cudaHostNodeParams* p, Work& work) {
  if (p == nullptr || p->fn == nullptr) return missing(runtime);
  work = HostWork{&runtime.current(), p->fn, p->userData};
  return cudaSuccess;
}

cudaError_t workOf(Runtime& runtime, cudaMemAllocNodeParams* p, Work& work) {
  if (p == nullptr) return missing(runtime);
  if (p->poolProps.allocType != cudaMemAllocationTypePinned || p->poolProps.location.type != cudaMemLocationTypeDevice)
    return runtime.refuse(cudaErrorInvalidValue, "a graph's memory is a device's");
  Context* context = runtime.context(p->poolProps.location.id);
  if (context == nullptr)
    return runtime.refuse(cudaErrorInvalidDevice, fmt::format("there is no device {}", p->poolProps.location.id));
  AllocationWork allocation;
  const cudaError_t error = runtime.graphs.reserve(runtime, *context, p->bytesize, allocation);
  if (error != cudaSuccess) return error;
  allocation.properties = p->poolProps;
  p->dptr = reinterpret_cast<void*>(allocation.address);
  work = std::move(allocation);
  return cudaSuccess;
}

cudaError_t eventWork(Runtime& runtime, cudaEvent_t handle, bool record, Work& work) {
  const std::shared_ptr<Event> event = runtime.event(handle);
  if (!event) return runtime.refuse(cudaErrorInvalidResourceHandle, "not a live event");
  if (record) {
    work = RecordWork{event};
  } else {
    work = WaitWork{event};
  }
  return cudaSuccess;
}

cudaError_t childWork(Runtime& runtime, const Graph& parent, cudaGraph_t handle, Work& work) {
  const Graph* child = runtime.graphs.graph(handle);
  if (child == nullptr) return missing(runtime);
  if (child == &parent) return runtime.refuse(cudaErrorInvalidValue, "a graph cannot hold itself");
  if (holdsMemory(*child)) return runtime.refuse(cudaErrorNotSupported, "a child graph cannot hold memory nodes");
  ChildWork made{runtime.graphs.clone(*child)};
  made.graph->owned = true;
  work = std::move(made);
  return cudaSuccess;
}

cudaError_t releaseWork(Runtime& runtime, void* pointer, Work& work) {
  const auto address = reinterpret_cast<DeviceAddress>(pointer);
  const std::shared_ptr<bool> live = runtime.graphs.liveness(address);
  if (!live) return runtime.refuse(cudaErrorInvalidValue, "a free node frees what an allocation node made");
  work = ReleaseWork{address, runtime.ownerOf(pointer), live};
  return cudaSuccess;
}

int typeOf(const Work& work) {
  constexpr int byIndex[] = {cudaGraphNodeTypeEmpty,       cudaGraphNodeTypeKernel,    cudaGraphNodeTypeMemcpy,
                             cudaGraphNodeTypeMemset,      cudaGraphNodeTypeHost,      cudaGraphNodeTypeGraph,
                             cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeMemAlloc,
                             cudaGraphNodeTypeMemFree};
  static_assert(std::size(byIndex) == std::variant_size_v<Work>);
  return byIndex[work.index()];
}

cudaKernelNodeParams kernelParameters(Node& node) {
  auto& work = std::get<KernelWork>(node.work);
  node.arguments.clear();
  for (const Parameter& parameter : work.kernel->parameters)
    node.arguments.push_back(work.parameters.data() + parameter.offset);
  return {const_cast<void*>(work.host), toDim3(work.config.grid),
          toDim3(work.config.block),    static_cast<unsigned>(work.config.dynamicSharedBytes),
          node.arguments.data(),        nullptr};
}

cudaMemcpy3DParms copyParameters(const CopyWork& work) {
  const Box& box = work.box;
  const auto rows = [&](std::size_t pitch, std::size_t slice) { return pitch == 0 ? box.height : slice / pitch; };
  cudaMemcpy3DParms p{};
  p.dstPtr = {box.to, box.toPitch, box.width, rows(box.toPitch, box.toSlice)};
  p.srcPtr = {const_cast<void*>(box.from), box.fromPitch, box.width, rows(box.fromPitch, box.fromSlice)};
  p.extent = {box.width, box.height, box.depth};
  p.kind = work.kind;
  return p;
}

cudaMemsetParams fillParameters(const FillWork& work) {
  return {work.box.to, work.box.toPitch, work.value, work.element, work.box.width / work.element, work.box.height};
}

}  // namespace gpusim::cudart
