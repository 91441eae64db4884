// Driver entry points: there is no driver here, so no name has one.
#include <fmt/format.h>

#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

enum EntryPointResult : int { found = 0, symbolNotFound = 1, versionNotSufficient = 2 };

cudaError_t look(const char* name, void** entry, int* result) {
  return call([&](Runtime& runtime) {
    if (name == nullptr || entry == nullptr) return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
    *entry = nullptr;
    if (result != nullptr) *result = symbolNotFound;
    runtime.sayOnce(fmt::format("the driver's {} was asked for: there is no driver on the simulator", name));
    return result != nullptr ? cudaSuccess : runtime.refuse(cudaErrorSymbolNotFound, "there is no driver");
  });
}

}  // namespace

CUDART_API cudaError_t cudaGetDriverEntryPoint(const char* name, void** entry, unsigned long long, int* result) {
  return look(name, entry, result);
}
CUDART_API cudaError_t cudaGetDriverEntryPoint_ptsz(const char* name, void** entry, unsigned long long, int* result) {
  return look(name, entry, result);
}
CUDART_API cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** entry, unsigned, unsigned long long,
                                                        int* result) {
  return look(name, entry, result);
}
CUDART_API cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char* name, void** entry, unsigned,
                                                             unsigned long long, int* result) {
  return look(name, entry, result);
}

}  // namespace gpusim::cudart
