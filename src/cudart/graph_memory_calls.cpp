// What the graphs of a device hold of its memory: cudaGraphMemAttr*. Here an allocation stays with its graph, so a trim
// changes the account only.
#include <fmt/format.h>

#include "cudart/abi_graph.h"
#include "cudart/graph.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

template <class Body>
cudaError_t withAccount(int ordinal, const void* value, Body&& body) {
  return call([&](Runtime& runtime) {
    const Context* context = runtime.context(ordinal);
    if (context == nullptr) return runtime.refuseDevice(ordinal);
    if (value == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place for the attribute's value");
    return body(runtime, runtime.graphs.account(*context));
  });
}

cudaError_t noAttribute(Runtime& runtime, int attribute, const char* why) {
  return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is {}", attribute, why));
}

}  // namespace

CUDART_API cudaError_t cudaDeviceGetGraphMemAttribute(int ordinal, int attribute, void* value) {
  return withAccount(ordinal, value, [&](Runtime& runtime, const Graphs::MemoryAccount& account) {
    const std::size_t values[] = {account.used, account.usedHigh, account.used, account.reservedHigh};
    if (attribute < cudaGraphMemAttrUsedMemCurrent || attribute > cudaGraphMemAttrReservedMemHigh)
      return noAttribute(runtime, attribute, "no attribute of graphs' memory");
    *static_cast<std::uint64_t*>(value) = values[attribute];
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceSetGraphMemAttribute(int ordinal, int attribute, void* value) {
  return withAccount(ordinal, value, [&](Runtime& runtime, Graphs::MemoryAccount& account) {
    if (attribute != cudaGraphMemAttrUsedMemHigh && attribute != cudaGraphMemAttrReservedMemHigh)
      return noAttribute(runtime, attribute, "no high-water mark of graphs' memory");
    if (*static_cast<const std::uint64_t*>(value) != 0)
      return noAttribute(runtime, attribute, "a high-water mark, which can be set to 0 only");
    if (attribute == cudaGraphMemAttrUsedMemHigh) account.usedHigh = account.used;
    if (attribute == cudaGraphMemAttrReservedMemHigh) account.reservedHigh = account.used;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceGraphMemTrim(int ordinal) {
  constexpr int unused = 0;
  return withAccount(ordinal, &unused, [](Runtime&, Graphs::MemoryAccount& account) {
    account.used = account.live;
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
