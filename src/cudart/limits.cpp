// What cudaDeviceSetLimit changes.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cudart/properties.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

constexpr std::size_t leastPrintBuffer = std::size_t{512} << 10, leastHeap = std::size_t{4} << 20;
// Local memory of one thread: CUDA C++ Programming Guide 13.0.
constexpr std::size_t mostLocal = std::size_t{512} << 10;
constexpr std::size_t granularity = 128;

cudaError_t noLimit(Runtime& runtime, int limit) {
  const bool known = limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize;
  return runtime.refuse(known ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue,
                        fmt::format("{} is no limit of this card", limit));
}

/// Launches from the device waited for their children before compute capability 9.0 only.
bool hasLimit(const Card& card, int limit) {
  return limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize &&
         (limit != cudaLimitDevRuntimeSyncDepth || card.computeMajor < 9);
}

/// What the card makes of a value; nothing when it refuses it. As an H200 with CUDA 13.0 answers.
std::optional<std::size_t> taken(const Card& card, int limit, std::size_t value) {
  switch (limit) {
    case cudaLimitStackSize:
      return value <= mostLocal ? std::optional(value) : std::nullopt;
    case cudaLimitPrintfFifoSize:
      return std::max(leastPrintBuffer, (value + granularity - 1) / granularity * granularity);
    case cudaLimitMallocHeapSize:
      return std::max(leastHeap, value);
    case cudaLimitMaxL2FetchGranularity:
      return value <= granularity ? std::optional(value) : std::nullopt;
    case cudaLimitPersistingL2CacheSize: {
      if (card.persistingL2Bytes == 0) return value;
      const std::size_t step = persistingL2Granularity(card);
      return value <= card.persistingL2Bytes ? std::optional((value + step - 1) / step * step) : std::nullopt;
    }
    default:
      return value;
  }
}

}  // namespace

CUDART_API cudaError_t cudaDeviceSetLimit(int limit, std::size_t value) {
  return call([&](Runtime& runtime) {
    Context& here = runtime.current();
    if (!hasLimit(here.card, limit)) return noLimit(runtime, limit);
    const std::optional<std::size_t> set = taken(here.card, limit, value);
    if (!set) return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is too much for this limit", value));
    here.limits[static_cast<std::size_t>(limit)] = *set;
    if (limit == cudaLimitStackSize) here.device->options().stackBytes = *set;
    if (limit == cudaLimitMallocHeapSize) here.device->options().heapBytes = *set;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceGetLimit(std::size_t* value, int limit) {
  return call([&](Runtime& runtime) {
    if (value == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the limit");
    if (!hasLimit(runtime.current().card, limit)) return noLimit(runtime, limit);
    *value = runtime.current().limits[static_cast<std::size_t>(limit)];
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
