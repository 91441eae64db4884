// Allocation, release and what a pointer is.
#include <fmt/format.h>

#include "cudart/transfer.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

cudaError_t allocate(Runtime& runtime, void** pointer, std::size_t bytes, MemoryKind kind) {
  if (pointer == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the pointer");
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
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
    if (pointer == nullptr) return cudaSuccess;
    if (const cudaError_t error = runtime.waitForAll(); error != cudaSuccess) return error;
    if ((homeOf(runtime.device(), pointer) == Home::pinned) != pinned) {
      return runtime.refuse(cudaErrorInvalidValue, pinned ? "cudaFreeHost frees what cudaMallocHost gave"
                                                          : "cudaFree frees what cudaMalloc or cudaMallocManaged gave");
    }
    const Status freed = runtime.device().free(reinterpret_cast<DeviceAddress>(pointer));
    return freed ? cudaSuccess : runtime.refuse(freed.error());
  });
}

cudaError_t allocateInStream(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (runtime.stream(stream) == nullptr)
      return runtime.refuse(cudaErrorInvalidResourceHandle, "cudaMallocAsync names no live stream");
    return allocate(runtime, pointer, bytes, MemoryKind::device);
  });
}

cudaError_t freeInStream(void* pointer, cudaStream_t handle) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "cudaFreeAsync names no live stream");
    const auto address = reinterpret_cast<DeviceAddress>(pointer);
    const Result<AllocationInfo> allocation = runtime.device().find(address);
    if (!allocation) return runtime.refuse(allocation.error());
    if (allocation->base != address)
      return runtime.refuse(cudaErrorInvalidValue, "cudaFreeAsync needs the start of an allocation");
    runtime.submit(*stream, Engine::none, [&runtime, address] {
      // Freed twice in the stream: the second finds nothing, as on a card, where the error comes at the next wait.
      if (const Status freed = runtime.device().free(address); !freed)
        runtime.fault(cudaErrorInvalidValue, freed.error().message);
      return 0.0;
    });
    return cudaSuccess;
  });
}

}  // namespace

CUDART_API cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return allocate(pointer, bytes, MemoryKind::device);
}

CUDART_API cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  if (flags != memAttachGlobal && flags != memAttachHost) return Runtime::instance().record(cudaErrorInvalidValue);
  return allocate(pointer, bytes, MemoryKind::managed);
}

CUDART_API cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return allocate(pointer, bytes, MemoryKind::pinned);
}

CUDART_API cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  if ((flags & ~hostAllocAllFlags) != 0) return Runtime::instance().record(cudaErrorInvalidValue);
  return allocate(pointer, bytes, MemoryKind::pinned);
}

CUDART_API cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  return call([&](Runtime& runtime) {
    if (pitch == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the pitch");
    constexpr std::size_t pitchAlignment = 512;  // of every card since compute capability 3.0
    const std::size_t rounded = (width + pitchAlignment - 1) / pitchAlignment * pitchAlignment;
    if (rounded < width || (height != 0 && rounded > SIZE_MAX / height))
      return runtime.refuse(cudaErrorMemoryAllocation, "width times height is larger than any memory");
    *pitch = rounded;
    return allocate(runtime, pointer, rounded * height, MemoryKind::device);
  });
}

CUDART_API cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return allocateInStream(pointer, bytes, stream);
}
CUDART_API cudaError_t cudaMallocAsync_ptsz(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return allocateInStream(pointer, bytes, perThread(stream));
}
CUDART_API cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) { return freeInStream(pointer, stream); }
CUDART_API cudaError_t cudaFreeAsync_ptsz(void* pointer, cudaStream_t stream) {
  return freeInStream(pointer, perThread(stream));
}

CUDART_API cudaError_t cudaFree(void* pointer) { return release(pointer, false); }
CUDART_API cudaError_t cudaFreeHost(void* pointer) { return release(pointer, true); }

CUDART_API cudaError_t cudaMemGetInfo(std::size_t* freeBytes, std::size_t* totalBytes) {
  return call([&](Runtime& runtime) {
    if (freeBytes == nullptr || totalBytes == nullptr) return cudaErrorInvalidValue;
    *freeBytes = static_cast<std::size_t>(runtime.device().freeBytes());
    *totalBytes = static_cast<std::size_t>(runtime.device().card().globalMemoryBytes);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaHostGetDevicePointer(void** devicePointer, void* hostPointer, unsigned) {
  return call([&](Runtime& runtime) {
    if (devicePointer == nullptr || homeOf(runtime.device(), hostPointer) != Home::pinned) {
      return runtime.refuse(cudaErrorInvalidValue,
                            "only memory of cudaMallocHost or cudaHostAlloc has a device pointer");
    }
    *devicePointer = hostPointer;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return call([&](Runtime& runtime) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    *attributes = {};
    void* address = const_cast<void*>(pointer);
    const Home home = homeOf(runtime.device(), pointer);
    const bool live = static_cast<bool>(runtime.device().find(reinterpret_cast<DeviceAddress>(pointer)));
    if (home == Home::pageable || !live) {
      attributes->type = cudaMemoryTypeUnregistered;
      attributes->device = invalidDeviceId;
      attributes->hostPointer = home == Home::pageable ? address : nullptr;
      return cudaSuccess;
    }
    attributes->type = home == Home::device    ? cudaMemoryTypeDevice
                       : home == Home::managed ? cudaMemoryTypeManaged
                                               : cudaMemoryTypeHost;
    attributes->devicePointer = address;
    attributes->hostPointer = home == Home::device ? nullptr : address;
    return cudaSuccess;
  });
}

// Hints: where managed pages live changes no value here, and the model has no page migration yet.
CUDART_API cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, cudaMemLocation, unsigned, cudaStream_t) {
  return call([](Runtime&) { return cudaSuccess; });
}
CUDART_API cudaError_t cudaMemPrefetchAsync_ptsz(const void*, std::size_t, cudaMemLocation, unsigned, cudaStream_t) {
  return call([](Runtime&) { return cudaSuccess; });
}
CUDART_API cudaError_t cudaMemAdvise(const void*, std::size_t, int, cudaMemLocation) {
  return call([](Runtime&) { return cudaSuccess; });
}

}  // namespace gpusim::cudart
