// Allocation, release and what a pointer is.
#include <fmt/format.h>

#include "cudart/graph.h"
#include "cudart/pools.h"
#include "cudart/transfer.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

cudaError_t allocate(Runtime& runtime, void** pointer, std::size_t bytes, MemoryKind kind) {
  if (pointer == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the pointer");
  if (const cudaError_t error = runtime.graphs.forbid(runtime, "allocating"); error != cudaSuccess) return error;
  if (bytes == 0) {
    *pointer = nullptr;
    return cudaSuccess;
  }
  const Result<DeviceAddress> address = runtime.device().allocate(bytes, kind);
  if (!address) return runtime.refuse(address.error());
  // Pages that the host sees come zeroed from the system, and it may write them where no checker looks: initcheck has
  // nothing to say about them.
  if (kind != MemoryKind::device) {
    if (const Status filled = runtime.device().fill(*address, 0, bytes); !filled) return runtime.refuse(filled.error());
  }
  *pointer = reinterpret_cast<void*>(*address);
  return cudaSuccess;
}

cudaError_t allocate(void** pointer, std::size_t bytes, MemoryKind kind) {
  return call([&](Runtime& runtime) { return allocate(runtime, pointer, bytes, kind); });
}

/// Frees once everything queued has run: what is queued may use the memory, and a card's runtime waits too.
cudaError_t release(void* pointer, bool pinned) {
  return call([&](Runtime& runtime) {
    if (const cudaError_t error = runtime.graphs.forbid(runtime, "freeing"); error != cudaSuccess) return error;
    if (pointer == nullptr) return cudaSuccess;
    const auto address = reinterpret_cast<DeviceAddress>(pointer);
    Context* owner = runtime.ownerOf(pointer);
    if (owner == nullptr) return runtime.refuse(cudaErrorInvalidValue, "the memory is the host's own");
    runtime.scheduler.waitForAll();
    if (!runtime.programTakesFindings) runtime.printFindings();
    if (owner->sticky != cudaSuccess) return owner->sticky;
    if ((homeOf(runtime, pointer) == Home::pinned) != pinned) {
      return runtime.refuse(cudaErrorInvalidValue, pinned ? "cudaFreeHost frees what cudaMallocHost gave"
                                                          : "cudaFree frees what cudaMalloc or cudaMallocManaged gave");
    }
    if (const auto live = runtime.graphs.liveness(address)) {
      // A graph's memory: it keeps its address for the next launch.
      if (!*live) return runtime.refuse(cudaErrorInvalidValue, "the graph's memory is free already");
      runtime.graphs.setLive(address, false);
      return cudaSuccess;
    }
    const Status freed = owner->device->free(address);
    if (!freed) return runtime.refuse(freed.error());
    runtime.pools.released(address);
    runtime.pools.freed(address);
    runtime.pinnedFlags.erase(pointer);
    runtime.managedHints.erase(address);
    return cudaSuccess;
  });
}

/// A pitched allocation of `rows` rows.
cudaError_t allocatePitched(Runtime& runtime, void** pointer, std::size_t* pitch, std::size_t width, std::size_t rows) {
  constexpr std::size_t pitchAlignment = 512;  // of every card since compute capability 3.0
  const std::size_t rounded = (width + pitchAlignment - 1) / pitchAlignment * pitchAlignment;
  if (rounded < width || (rows != 0 && rounded > SIZE_MAX / rows))
    return runtime.refuse(cudaErrorMemoryAllocation, "width times height is larger than any memory");
  *pitch = rounded;
  return allocate(runtime, pointer, rounded * rows, MemoryKind::device);
}

}  // namespace

CUDART_API cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return allocate(pointer, bytes, MemoryKind::device);
}

CUDART_API cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (flags != memAttachGlobal && flags != memAttachHost)
      return runtime.refuse(cudaErrorInvalidValue, "managed memory is attached globally or to the host");
    return allocate(runtime, pointer, bytes, MemoryKind::managed);
  });
}

CUDART_API cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return allocate(pointer, bytes, MemoryKind::pinned);
}

CUDART_API cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  return call([&](Runtime& runtime) {
    if ((flags & ~hostAllocAllFlags) != 0)
      return runtime.refuse(cudaErrorInvalidValue, "flags are portable, mapped and write-combined");
    const cudaError_t error = allocate(runtime, pointer, bytes, MemoryKind::pinned);
    if (error == cudaSuccess && flags != 0) runtime.pinnedFlags[*pointer] = flags;
    return error;
  });
}

CUDART_API cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  return call([&](Runtime& runtime) {
    if (pitch == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the pitch");
    return allocatePitched(runtime, pointer, pitch, width, height);
  });
}

CUDART_API cudaError_t cudaMalloc3D(cudaPitchedPtr* volume, cudaExtent extent) {
  return call([&](Runtime& runtime) {
    if (volume == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the pointer");
    std::size_t rows = 0;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
      return runtime.refuse(cudaErrorMemoryAllocation, "height times depth is larger than any memory");
    *volume = {nullptr, 0, extent.width, extent.height};
    return allocatePitched(runtime, &volume->ptr, &volume->pitch, extent.width, rows);
  });
}

CUDART_API cudaError_t cudaFree(void* pointer) { return release(pointer, false); }
CUDART_API cudaError_t cudaFreeHost(void* pointer) { return release(pointer, true); }

CUDART_API cudaError_t cudaMemGetInfo(std::size_t* freeBytes, std::size_t* totalBytes) {
  return call([&](Runtime& runtime) {
    if (freeBytes != nullptr) *freeBytes = static_cast<std::size_t>(runtime.device().freeBytes());
    if (totalBytes != nullptr) *totalBytes = static_cast<std::size_t>(runtime.device().card().globalMemoryBytes);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return call([&](Runtime& runtime) {
    if (attributes == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the attributes");
    *attributes = {};
    void* address = const_cast<void*>(pointer);
    const Home home = homeOf(runtime, pointer);
    const Context* owner = runtime.ownerOf(pointer);
    const bool live = owner != nullptr && owner->device->find(reinterpret_cast<DeviceAddress>(pointer));
    if (home == Home::pageable || (!live && home != Home::registered)) {
      attributes->type = cudaMemoryTypeUnregistered;
      attributes->device = invalidDeviceId;
      attributes->hostPointer = address;
      return cudaSuccess;
    }
    attributes->type = home == Home::device    ? cudaMemoryTypeDevice
                       : home == Home::managed ? cudaMemoryTypeManaged
                                               : cudaMemoryTypeHost;
    attributes->device = owner != nullptr ? owner->ordinal : 0;
    attributes->devicePointer = address;
    attributes->hostPointer = home == Home::device ? nullptr : address;
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
