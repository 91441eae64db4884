// Devices: there is one, number 0, and it is the card that GPUSIM_CARD names.
#include <fmt/format.h>

#include <cstring>

#include "cudart/properties.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

/// A question about the card that needs no device: it is answered even after a fault.
template <class Body>
cudaError_t ask(Body&& body) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  const Card* card = runtime.card();
  return runtime.record(card == nullptr ? cudaErrorNoDevice : body(runtime, *card));
}

cudaError_t checkOrdinal(Runtime& runtime, int ordinal) {
  return ordinal == 0 ? cudaSuccess
                      : runtime.refuse(cudaErrorInvalidDevice,
                                       fmt::format("there is one device, number 0, and no number {}", ordinal));
}

}  // namespace

CUDART_API cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr) return Runtime::instance().record(cudaErrorInvalidValue);
  *count = 0;
  return ask([&](Runtime&, const Card&) {
    *count = 1;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGetDevice(int* ordinal) {
  return ask([&](Runtime&, const Card&) {
    if (ordinal == nullptr) return cudaErrorInvalidValue;
    *ordinal = 0;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaSetDevice(int ordinal) {
  return ask([&](Runtime& runtime, const Card&) { return checkOrdinal(runtime, ordinal); });
}

CUDART_API cudaError_t cudaInitDevice(int ordinal, unsigned, unsigned) { return cudaSetDevice(ordinal); }
CUDART_API cudaError_t cudaSetDeviceFlags(unsigned) {
  return ask([](Runtime&, const Card&) { return cudaSuccess; });
}
CUDART_API cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return ask([&](Runtime&, const Card&) {
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = 8;  // cudaDeviceMapHost, always on
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int ordinal) {
  return ask([&](Runtime& runtime, const Card& card) {
    if (properties == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = checkOrdinal(runtime, ordinal); error != cudaSuccess) return error;
    *properties = propertiesOf(card);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceGetAttribute(int* value, int attribute, int ordinal) {
  return ask([&](Runtime& runtime, const Card& card) {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = checkOrdinal(runtime, ordinal); error != cudaSuccess) return error;
    const std::optional<int> found = attributeOf(card, attribute);
    if (!found) return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no device attribute", attribute));
    *value = *found;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int ordinal) {
  return ask([&](Runtime& runtime, const Card&) {
    constexpr char id[] = "0000:00:00.0";
    if (text == nullptr || length < static_cast<int>(sizeof(id))) return cudaErrorInvalidValue;
    if (const cudaError_t error = checkOrdinal(runtime, ordinal); error != cudaSuccess) return error;
    std::memcpy(text, id, sizeof(id));
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceSynchronize() {
  return call([](Runtime& runtime) { return runtime.waitForAll(); });
}

/// Runs what is queued, then frees every allocation. A fault stays: a card's context is not usable after one either.
CUDART_API cudaError_t cudaDeviceReset() {
  return call([](Runtime& runtime) {
    if (const cudaError_t error = runtime.waitForAll(); error != cudaSuccess) return error;
    runtime.reset();
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceSetLimit(int limit, std::size_t value) {
  return call([&](Runtime& runtime) {
    if (limit < 0 || static_cast<std::size_t>(limit) >= runtime.limits.size())
      return runtime.refuse(cudaErrorUnsupportedLimit, fmt::format("{} is no limit", limit));
    runtime.limits[static_cast<std::size_t>(limit)] = value;
    if (limit == cudaLimitStackSize) runtime.device().options().stackBytes = value;
    if (limit == cudaLimitMallocHeapSize) runtime.device().options().heapBytes = value;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceGetLimit(std::size_t* value, int limit) {
  return call([&](Runtime& runtime) {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (limit < 0 || static_cast<std::size_t>(limit) >= runtime.limits.size())
      return runtime.refuse(cudaErrorUnsupportedLimit, fmt::format("{} is no limit", limit));
    *value = runtime.limits[static_cast<std::size_t>(limit)];
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceSetCacheConfig(int) {
  return ask([](Runtime&, const Card&) { return cudaSuccess; });
}
CUDART_API cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return ask([&](Runtime&, const Card&) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = 0;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDriverGetVersion(int* version) {
  if (version == nullptr) return Runtime::instance().record(cudaErrorInvalidValue);
  *version = runtimeVersion;
  return cudaSuccess;
}
CUDART_API cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

// A profiler's marks; there is none to tell.
CUDART_API cudaError_t cudaProfilerStart() { return cudaSuccess; }
CUDART_API cudaError_t cudaProfilerStop() { return cudaSuccess; }

}  // namespace gpusim::cudart
