// Hints about managed memory. Where its pages live changes no value here; what was advised is kept to be asked for, and
// for the count of page faults where pages are watched.
#include <fmt/format.h>

#include <cstring>

#include "cudart/graph.h"
#include "cudart/transfer.h"
#include "sim/memory/managed_pages.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

enum Advice : int {
  setReadMostly = 1,
  unsetReadMostly,
  setPreferredLocation,
  unsetPreferredLocation,
  setAccessedBy,
  unsetAccessedBy,
};

enum RangeAttribute : int {
  rangeReadMostly = 1,
  rangePreferredLocation,
  rangeAccessedBy,
  rangeLastPrefetchLocation,
  rangePreferredLocationType,
  rangePreferredLocationId,
  rangeLastPrefetchLocationType,
  rangeLastPrefetchLocationId,
};

constexpr int cpuDevice = -1;  // cudaCpuDeviceId

/// The managed allocation that holds the range; its answer in `error` otherwise.
ManagedHints* hintsOf(Runtime& runtime, const void* pointer, std::size_t bytes, cudaError_t& error) {
  const auto refuse = [&](const std::string& why) {
    error = runtime.refuse(cudaErrorInvalidValue, why);
    return nullptr;
  };
  if (bytes == 0) return refuse("a prefetch, an advice or a question about 0 bytes of managed memory");
  if (homeOf(runtime, pointer) != Home::managed)
    return refuse("the pointer is to no managed memory, which only cudaMallocManaged gives");
  const auto address = reinterpret_cast<DeviceAddress>(pointer);
  const Result<AllocationInfo> info = runtime.ownerOf(pointer)->device->find(address);
  const std::size_t left = info ? info->bytes - static_cast<std::size_t>(address - info->base) : 0;
  if (bytes > left)
    return refuse(fmt::format("the range has {} bytes, and the managed memory from there on has {}", bytes, left));
  error = cudaSuccess;
  return &runtime.managedHints[info->base];
}

bool isPlace(Runtime& runtime, const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeDevice) return runtime.context(location.id) != nullptr;
  return location.type == cudaMemLocationTypeHost || location.type == cudaMemLocationTypeHostNuma ||
         location.type == cudaMemLocationTypeHostNumaCurrent;
}

cudaError_t noPlace(Runtime& runtime, const cudaMemLocation& location) {
  return location.type == cudaMemLocationTypeDevice
             ? runtime.refuseDevice(location.id)
             : runtime.refuse(cudaErrorInvalidValue, "the location is a device or the host");
}

int deviceOf(const cudaMemLocation& location) {
  return location.type == cudaMemLocationTypeInvalid  ? invalidDeviceId
         : location.type == cudaMemLocationTypeDevice ? location.id
                                                      : cpuDevice;
}

cudaError_t prefetch(const void* pointer, std::size_t bytes, cudaMemLocation location, unsigned flags,
                     cudaStream_t handle) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "the prefetch names no live stream");
    if (flags != 0) return runtime.refuse(cudaErrorInvalidValue, "flags of a prefetch are 0");
    if (!isPlace(runtime, location)) return noPlace(runtime, location);
    cudaError_t error = cudaSuccess;
    ManagedHints* hints = hintsOf(runtime, pointer, bytes, error);
    if (hints == nullptr) return error;
    hints->lastPrefetch = location;
    ManagedPages* pages = runtime.ownerOf(pointer)->device->pages();
    if (pages == nullptr || stream->capture != nullptr) return cudaSuccess;
    if (error = runtime.graphs.disturb(runtime, *stream); error != cudaSuccess) return error;
    const bool toDevice = location.type == cudaMemLocationTypeDevice;
    const auto at = reinterpret_cast<DeviceAddress>(pointer);
    runtime.scheduler.submit(*stream, Engine::none, [pages, at, bytes, toDevice] {
      pages->prefetch(at, bytes, toDevice);
      return 0.0;
    });
    return cudaSuccess;
  });
}

cudaError_t advise(Runtime& runtime, ManagedHints& hints, int advice, const cudaMemLocation& location) {
  const bool placed = advice == setPreferredLocation || advice == setAccessedBy || advice == unsetAccessedBy;
  if (placed && !isPlace(runtime, location)) return noPlace(runtime, location);
  switch (advice) {
    case setReadMostly:
    case unsetReadMostly:
      hints.readMostly = advice == setReadMostly;
      return cudaSuccess;
    case setPreferredLocation:
      hints.preferred = location;
      return cudaSuccess;
    case unsetPreferredLocation:
      hints.preferred = {};
      return cudaSuccess;
    case setAccessedBy:
      hints.accessedBy.insert(deviceOf(location));
      return cudaSuccess;
    case unsetAccessedBy:
      hints.accessedBy.erase(deviceOf(location));
      return cudaSuccess;
    default:
      return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no advice", advice));
  }
}

/// What the advice means for pages that are watched.
void advisePages(ManagedPages& pages, const void* pointer, std::size_t bytes, int advice,
                 const cudaMemLocation& location) {
  const auto at = reinterpret_cast<DeviceAddress>(pointer);
  const bool device = location.type == cudaMemLocationTypeDevice;
  if (advice == setReadMostly || advice == unsetReadMostly)
    pages.advise(at, bytes, PageAdvice::readMostly, advice == setReadMostly);
  if (advice == setPreferredLocation || advice == unsetPreferredLocation)
    pages.advise(at, bytes, PageAdvice::preferHost, advice == setPreferredLocation && !device);
  if ((advice == setAccessedBy || advice == unsetAccessedBy) && device)
    pages.advise(at, bytes, PageAdvice::mappedForDevice, advice == setAccessedBy);
}

cudaError_t answer(Runtime& runtime, void* data, std::size_t size, int attribute, const ManagedHints& hints) {
  if (data == nullptr || size % sizeof(int) != 0 || size == 0)
    return runtime.refuse(cudaErrorInvalidValue, "the answer is one int, or several");
  std::vector<int> values;
  switch (attribute) {
    case rangeReadMostly:
      values = {hints.readMostly ? 1 : 0};
      break;
    case rangePreferredLocation:
      values = {deviceOf(hints.preferred)};
      break;
    case rangeAccessedBy:
      values.assign(hints.accessedBy.begin(), hints.accessedBy.end());
      values.resize(size / sizeof(int), invalidDeviceId);
      break;
    case rangeLastPrefetchLocation:
      values = {deviceOf(hints.lastPrefetch)};
      break;
    case rangePreferredLocationType:
      values = {hints.preferred.type};
      break;
    case rangePreferredLocationId:
      values = {hints.preferred.id};
      break;
    case rangeLastPrefetchLocationType:
      values = {hints.lastPrefetch.type};
      break;
    case rangeLastPrefetchLocationId:
      values = {hints.lastPrefetch.id};
      break;
    default:
      return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no attribute of a range", attribute));
  }
  if (values.size() * sizeof(int) != size) return runtime.refuse(cudaErrorInvalidValue, "the answer has another size");
  std::memcpy(data, values.data(), size);
  return cudaSuccess;
}

cudaError_t attach(cudaStream_t handle, const void* pointer, std::size_t bytes, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (runtime.stream(handle) == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "not a live stream");
    if (flags != memAttachGlobal && flags != memAttachHost && flags != memAttachSingle)
      return runtime.refuse(cudaErrorInvalidValue, "memory is attached globally, to the host or to one stream");
    const auto address = reinterpret_cast<DeviceAddress>(pointer);
    if (homeOf(runtime, pointer) != Home::managed)
      return runtime.refuse(cudaErrorInvalidValue, "only managed memory is attached");
    const Result<AllocationInfo> info = runtime.ownerOf(pointer)->device->find(address);
    if (!info || (bytes != 0 && (info->base != address || info->bytes != bytes)))
      return runtime.refuse(cudaErrorInvalidValue, "an allocation is attached as a whole");
    return cudaSuccess;  // any stream may use it here; cards since Pascal let it too
  });
}

}  // namespace

CUDART_API cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                            unsigned flags, cudaStream_t stream) {
  return prefetch(pointer, bytes, location, flags, stream);
}
CUDART_API cudaError_t cudaMemPrefetchAsync_ptsz(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                                 unsigned flags, cudaStream_t stream) {
  return prefetch(pointer, bytes, location, flags, perThread(stream));
}

CUDART_API cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, int advice, cudaMemLocation location) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    ManagedHints* hints = hintsOf(runtime, pointer, bytes, error);
    if (hints != nullptr) error = advise(runtime, *hints, advice, location);
    ManagedPages* pages = error == cudaSuccess ? runtime.ownerOf(pointer)->device->pages() : nullptr;
    if (pages != nullptr) advisePages(*pages, pointer, bytes, advice, location);
    return error;
  });
}

CUDART_API cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t size, int attribute, const void* pointer,
                                                std::size_t bytes) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    const ManagedHints* hints = hintsOf(runtime, pointer, bytes, error);
    return hints == nullptr ? error : answer(runtime, data, size, attribute, *hints);
  });
}

CUDART_API cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* sizes, int* attributes, std::size_t count,
                                                 const void* pointer, std::size_t bytes) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    if (data == nullptr || sizes == nullptr || attributes == nullptr || count == 0)
      return runtime.refuse(cudaErrorInvalidValue, "no attributes, or no place for them");
    const ManagedHints* hints = hintsOf(runtime, pointer, bytes, error);
    for (std::size_t i = 0; i < count && error == cudaSuccess; ++i)
      error = answer(runtime, data[i], sizes[i], attributes[i], *hints);
    return error;
  });
}

CUDART_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes, unsigned flags) {
  return attach(stream, pointer, bytes, flags);
}
CUDART_API cudaError_t cudaStreamAttachMemAsync_ptsz(cudaStream_t stream, void* pointer, std::size_t bytes,
                                                     unsigned flags) {
  return attach(perThread(stream), pointer, bytes, flags);
}

}  // namespace gpusim::cudart
