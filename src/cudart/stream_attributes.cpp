// Attributes of streams: how a wait for one behaves, its priority. Kept to be read; only the priority means anything
// here.
#include <fmt/format.h>

#include <cstring>

#include "cudart/properties.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

/// Calls `body` with the stream and the place of an attribute's value, which is an int for the attributes that streams
/// have, apart from windows and domain maps, which are hints that nobody reads back.
template <class Body>
cudaError_t withAttribute(cudaStream_t handle, int attribute, const void* value, Body&& body) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "not a live stream");
    const bool known = attribute == cudaLaunchAttributeAccessPolicyWindow ||
                       attribute == cudaLaunchAttributeSynchronizationPolicy ||
                       attribute == cudaLaunchAttributePriority || attribute == cudaLaunchAttributeMemSyncDomainMap ||
                       attribute == cudaLaunchAttributeMemSyncDomain;
    if (value == nullptr || !known)
      return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no attribute of a stream", attribute));
    return body(*stream);
  });
}

/// What a card with a persisting L2 refuses (H200, CUDA 13.0). The window itself is a hint.
cudaError_t checkWindow(Runtime& runtime, const void* value) {
  const std::size_t most = accessPolicyWindow(runtime.current().card);
  cudaAccessPolicyWindow window;
  std::memcpy(&window, value, sizeof(window));
  if (most == 0) return cudaSuccess;
  if (window.num_bytes > most)
    return runtime.refuse(cudaErrorInvalidValue,
                          fmt::format("a window of {} bytes, at most {}", window.num_bytes, most));
  if (!(window.hitRatio >= 0 && window.hitRatio <= 1))
    return runtime.refuse(cudaErrorInvalidValue, "a hit ratio outside 0 to 1");
  if (window.missProp == cudaAccessPropertyPersisting)
    return runtime.refuse(cudaErrorInvalidValue, "what misses the window cannot persist");
  return cudaSuccess;
}

cudaError_t get(cudaStream_t handle, int attribute, void* value) {
  return withAttribute(handle, attribute, value, [&](const Stream& stream) {
    constexpr std::size_t valueBytes = 64;
    std::memset(value, 0, valueBytes);
    if (attribute == cudaLaunchAttributeSynchronizationPolicy)
      std::memcpy(value, &stream.synchronizationPolicy, sizeof(int));
    if (attribute == cudaLaunchAttributePriority) std::memcpy(value, &stream.priority, sizeof(int));
    return cudaSuccess;
  });
}

cudaError_t set(cudaStream_t handle, int attribute, const void* value) {
  return withAttribute(handle, attribute, value, [&](Stream& stream) {
    if (attribute == cudaLaunchAttributeSynchronizationPolicy)
      std::memcpy(&stream.synchronizationPolicy, value, sizeof(int));
    if (attribute == cudaLaunchAttributePriority) std::memcpy(&stream.priority, value, sizeof(int));
    if (attribute == cudaLaunchAttributeAccessPolicyWindow) return checkWindow(Runtime::instance(), value);
    return cudaSuccess;
  });
}

cudaError_t copyAttributes(cudaStream_t to, cudaStream_t from) {
  return call([&](Runtime& runtime) {
    Stream* target = runtime.stream(to);
    const Stream* source = runtime.stream(from);
    if (target == nullptr || source == nullptr)
      return runtime.refuse(cudaErrorInvalidResourceHandle, "not a live stream");
    target->synchronizationPolicy = source->synchronizationPolicy;
    target->priority = source->priority;
    return cudaSuccess;
  });
}

}  // namespace

CUDART_API cudaError_t cudaStreamGetAttribute(cudaStream_t stream, int attribute, void* value) {
  return get(stream, attribute, value);
}
CUDART_API cudaError_t cudaStreamGetAttribute_ptsz(cudaStream_t stream, int attribute, void* value) {
  return get(perThread(stream), attribute, value);
}
CUDART_API cudaError_t cudaStreamSetAttribute(cudaStream_t stream, int attribute, const void* value) {
  return set(stream, attribute, value);
}
CUDART_API cudaError_t cudaStreamSetAttribute_ptsz(cudaStream_t stream, int attribute, const void* value) {
  return set(perThread(stream), attribute, value);
}
CUDART_API cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) { return copyAttributes(to, from); }
CUDART_API cudaError_t cudaStreamCopyAttributes_ptsz(cudaStream_t to, cudaStream_t from) {
  return copyAttributes(perThread(to), perThread(from));
}

}  // namespace gpusim::cudart
