// Allocation in stream order, and the pools that it draws from.
#include <fmt/format.h>

#include <cstring>

#include "cudart/graph.h"
#include "cudart/pools.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

cudaMemPool_t toHandle(Pool& pool) { return reinterpret_cast<cudaMemPool_t>(&pool); }

Pool& poolOf(Runtime& runtime, Context& context) {
  return context.currentPool != nullptr ? *context.currentPool : runtime.pools.defaultOf(context);
}

cudaError_t noPool(Runtime& runtime) { return runtime.refuse(cudaErrorInvalidValue, "not a live memory pool"); }

cudaError_t allocate(Runtime& runtime, void** pointer, std::size_t bytes, Pool* pool, cudaStream_t handle) {
  Stream* stream = runtime.stream(handle);
  if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "the allocation names no live stream");
  if (pointer == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the pointer");
  if (bytes == 0) {
    *pointer = nullptr;
    return cudaSuccess;
  }
  Pool& from = pool != nullptr ? *pool : poolOf(runtime, runtime.contextOf(*stream));
  if (stream->capture) {
    AllocationWork work;
    const cudaError_t error = runtime.graphs.reserve(runtime, *runtime.context(from.ordinal), bytes, work);
    if (error != cudaSuccess) return error;
    *pointer = reinterpret_cast<void*>(work.address);
    return runtime.enqueue(*stream, std::move(work));
  }
  return runtime.pools.allocate(runtime, from, pointer, bytes);
}

cudaError_t allocateFromCurrent(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return call([&](Runtime& runtime) { return allocate(runtime, pointer, bytes, nullptr, stream); });
}

cudaError_t allocateFrom(void** pointer, std::size_t bytes, cudaMemPool_t handle, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    Pool* pool = runtime.pools.find(handle);
    return pool == nullptr ? noPool(runtime) : allocate(runtime, pointer, bytes, pool, stream);
  });
}

cudaError_t release(void* pointer, cudaStream_t handle) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "cudaFreeAsync names no live stream");
    if (pointer == nullptr) return cudaSuccess;
    const auto address = reinterpret_cast<DeviceAddress>(pointer);
    Context* owner = runtime.ownerOf(pointer);
    if (owner == nullptr) return runtime.refuse(cudaErrorInvalidValue, "cudaFreeAsync of host memory");
    const Result<AllocationInfo> allocation = owner->device->find(address);
    if (!allocation) return runtime.refuse(allocation.error());
    if (allocation->base != address)
      return runtime.refuse(cudaErrorInvalidValue, "cudaFreeAsync needs the start of an allocation");
    ReleaseWork work{address, owner, runtime.graphs.liveness(address)};
    if (stream->capture) return runtime.enqueue(*stream, work);
    if (work.live) {
      if (!*work.live) return runtime.refuse(cudaErrorInvalidValue, "the graph's memory is free already");
      runtime.graphs.setLive(address, false);
      return cudaSuccess;
    }
    if (runtime.pools.isReleased(address))
      return runtime.refuse(cudaErrorInvalidValue, "the memory was freed in a stream before");
    runtime.pools.released(address);
    return runtime.enqueue(*stream, work);
  });
}

/// True where the attribute is a count of bytes, which has 8 bytes; the others are ints.
bool isCount(int attribute) { return attribute >= cudaMemPoolAttrReleaseThreshold; }

cudaError_t read(Runtime& runtime, const Pool& pool, int attribute, void* value) {
  if (value == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the answer");
  const std::uint64_t counts[] = {pool.threshold, pool.reserved, pool.reservedHigh, pool.used, pool.usedHigh};
  if (attribute < cudaMemPoolReuseFollowEventDependencies || attribute > cudaMemPoolAttrUsedMemHigh)
    return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no attribute of a pool", attribute));
  if (isCount(attribute)) {
    std::memcpy(value, &counts[attribute - cudaMemPoolAttrReleaseThreshold], sizeof(std::uint64_t));
  } else {
    std::memcpy(value, &pool.flags[attribute - 1], sizeof(int));
  }
  return cudaSuccess;
}

cudaError_t write(Runtime& runtime, Pool& pool, int attribute, const void* value) {
  if (value == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no value to set");
  if (attribute < cudaMemPoolReuseFollowEventDependencies || attribute > cudaMemPoolAttrUsedMemHigh)
    return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no attribute of a pool", attribute));
  if (!isCount(attribute)) {
    std::memcpy(&pool.flags[attribute - 1], value, sizeof(int));
    return cudaSuccess;
  }
  std::uint64_t number = 0;
  std::memcpy(&number, value, sizeof(number));
  if (attribute == cudaMemPoolAttrReleaseThreshold) {
    pool.threshold = number;
    return cudaSuccess;
  }
  if (attribute != cudaMemPoolAttrReservedMemHigh && attribute != cudaMemPoolAttrUsedMemHigh)
    return runtime.refuse(cudaErrorInvalidValue, "this attribute of a pool is only read");
  if (number != 0) return runtime.refuse(cudaErrorInvalidValue, "a high mark is set to 0 and nothing else");
  if (attribute == cudaMemPoolAttrReservedMemHigh) pool.reservedHigh = pool.reserved;
  if (attribute == cudaMemPoolAttrUsedMemHigh) pool.usedHigh = pool.used;
  return cudaSuccess;
}

/// Calls `body` with the pool, or says that it is none.
template <class Body>
cudaError_t withPool(cudaMemPool_t handle, Body&& body) {
  return call([&](Runtime& runtime) {
    Pool* pool = runtime.pools.find(handle);
    return pool == nullptr ? noPool(runtime) : body(runtime, *pool);
  });
}

/// Hands out the pool that `choose` picks for a device.
template <class Choose>
cudaError_t deliver(cudaMemPool_t* handle, int ordinal, Choose&& choose) {
  return call([&](Runtime& runtime) {
    Context* context = runtime.context(ordinal);
    if (context == nullptr) return runtime.refuseDevice(ordinal);
    if (handle == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the pool");
    *handle = toHandle(choose(runtime, *context));
    return cudaSuccess;
  });
}

cudaError_t setAccess(Runtime& runtime, Pool& pool, const cudaMemAccessDesc* list, std::size_t count) {
  if (list == nullptr && count != 0) return runtime.refuse(cudaErrorInvalidValue, "no list of access");
  for (std::size_t i = 0; i < count; ++i) {
    Context* reader = runtime.context(list[i].location.id);
    if (list[i].location.type != cudaMemLocationTypeDevice || reader == nullptr)
      return runtime.refuse(cudaErrorInvalidDevice, "access is given to a device");
    const bool gives = list[i].flags == cudaMemAccessFlagsProtReadWrite;
    if (!gives && list[i].flags != cudaMemAccessFlagsProtNone)
      return runtime.refuse(cudaErrorInvalidValue, "access is none or to read and write");
    if (reader->ordinal == pool.ordinal) {
      if (!gives) return runtime.refuse(cudaErrorInvalidDevice, "a pool's own device cannot lose access");
      continue;
    }
    Context& owner = *runtime.context(pool.ordinal);
    runtime.wake(*reader);
    runtime.wake(owner);
    if (gives) {
      pool.readers.insert(reader->ordinal);
    } else {
      pool.readers.erase(reader->ordinal);
    }
    // The simulator opens a device's memory as a whole: a reader of one pool reaches its neighbours too.
    reader->device->reach(*owner.device, gives || reader->peers.count(owner.ordinal) != 0);
  }
  return cudaSuccess;
}

}  // namespace

CUDART_API cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return allocateFromCurrent(pointer, bytes, stream);
}
CUDART_API cudaError_t cudaMallocAsync_ptsz(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return allocateFromCurrent(pointer, bytes, perThread(stream));
}
CUDART_API cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                               cudaStream_t stream) {
  return allocateFrom(pointer, bytes, pool, stream);
}
CUDART_API cudaError_t cudaMallocFromPoolAsync_ptsz(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                                    cudaStream_t stream) {
  return allocateFrom(pointer, bytes, pool, perThread(stream));
}
CUDART_API cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) { return release(pointer, stream); }
CUDART_API cudaError_t cudaFreeAsync_ptsz(void* pointer, cudaStream_t stream) {
  return release(pointer, perThread(stream));
}

CUDART_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int ordinal) {
  return deliver(pool, ordinal,
                 [](Runtime& runtime, Context& context) -> Pool& { return runtime.pools.defaultOf(context); });
}
CUDART_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int ordinal) {
  return deliver(pool, ordinal, [](Runtime& runtime, Context& context) -> Pool& { return poolOf(runtime, context); });
}
CUDART_API cudaError_t cudaDeviceSetMemPool(int ordinal, cudaMemPool_t handle) {
  return withPool(handle, [&](Runtime& runtime, Pool& pool) {
    Context* context = runtime.context(ordinal);
    if (context == nullptr) return runtime.refuseDevice(ordinal);
    if (pool.ordinal != ordinal) return runtime.refuse(cudaErrorInvalidValue, "the pool is another device's");
    context->currentPool = &pool;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaMemPoolCreate(cudaMemPool_t* handle, const cudaMemPoolProps* properties) {
  return call([&](Runtime& runtime) {
    if (handle == nullptr || properties == nullptr) return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
    if (properties->allocType != cudaMemAllocationTypePinned || properties->handleTypes != 0)
      return runtime.refuse(cudaErrorInvalidValue, "a pool holds pinned memory of a device, and is not shared");
    if (properties->location.type != cudaMemLocationTypeDevice)
      return runtime.refuse(cudaErrorNotSupported, "pools of host memory are not simulated");
    if (runtime.context(properties->location.id) == nullptr)
      return runtime.refuse(cudaErrorInvalidValue, fmt::format("there is no device {}", properties->location.id));
    *handle = toHandle(runtime.pools.create(properties->location.id));
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle) {
  return withPool(handle, [](Runtime& runtime, Pool& pool) {
    if (pool.isDefault) return runtime.refuse(cudaErrorInvalidValue, "a device's default pool stays");
    runtime.pools.destroy(runtime, pool);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, std::size_t keep) {
  return withPool(handle, [&](Runtime&, Pool& pool) {
    Pools::trim(pool, keep);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, int attribute, void* value) {
  return withPool(handle, [&](Runtime& runtime, Pool& pool) { return read(runtime, pool, attribute, value); });
}
CUDART_API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, int attribute, void* value) {
  return withPool(handle, [&](Runtime& runtime, Pool& pool) { return write(runtime, pool, attribute, value); });
}
CUDART_API cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle, const cudaMemAccessDesc* list, std::size_t count) {
  return withPool(handle, [&](Runtime& runtime, Pool& pool) { return setAccess(runtime, pool, list, count); });
}
CUDART_API cudaError_t cudaMemPoolGetAccess(int* flags, cudaMemPool_t handle, cudaMemLocation* location) {
  return withPool(handle, [&](Runtime& runtime, Pool& pool) {
    if (flags == nullptr || location == nullptr) return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
    if (location->type != cudaMemLocationTypeDevice || runtime.context(location->id) == nullptr)
      return runtime.refuseDevice(location->id);
    const bool can = location->id == pool.ordinal || pool.readers.count(location->id) != 0;
    *flags = can ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
