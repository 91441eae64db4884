// Host memory that the program registers, so that kernels reach it under its own addresses.
#include <fmt/format.h>

#include "cudart/transfer.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

bool overlapsRegistered(const Runtime& runtime, const char* first, std::size_t bytes) {
  for (const auto& [at, memory] : runtime.registered) {
    if (first < at + memory.bytes && at < first + bytes) return true;
  }
  return false;
}

}  // namespace

CUDART_API cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (pointer == nullptr || bytes == 0 || (flags & ~hostRegisterAllFlags) != 0)
      return runtime.refuse(cudaErrorInvalidValue, "no memory, or flags that are none of cudaHostRegister's");
    if (runtime.ownerOf(pointer) != nullptr)
      return runtime.refuse(cudaErrorInvalidValue, "the memory is a device's, or page-locked already");
    const auto* first = static_cast<const char*>(pointer);
    if (overlapsRegistered(runtime, first, bytes))
      return runtime.refuse(cudaErrorHostMemoryAlreadyRegistered, "a part of the memory is registered already");
    runtime.registered[first] = {bytes, flags};
    for (Context& context : runtime.contexts) {
      if (context.device) context.device->reachHost(pointer, bytes);
    }
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaHostUnregister(void* pointer) {
  return call([&](Runtime& runtime) {
    const auto* first = static_cast<const char*>(pointer);
    if (runtime.registered.count(first) == 0) {
      const bool ours =
          pointer == nullptr || runtime.ownerOf(pointer) != nullptr || registrationOf(runtime, pointer) != nullptr;
      return runtime.refuse(ours ? cudaErrorInvalidValue : cudaErrorHostMemoryNotRegistered,
                            "no registered memory begins there");
    }
    runtime.scheduler.waitForAll();  // what is queued may still use it
    runtime.registered.erase(first);
    for (Context& context : runtime.contexts) {
      if (context.device) context.device->forgetHost(pointer);
    }
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaHostGetDevicePointer(void** devicePointer, void* pointer, unsigned flags) {
  return call([&](Runtime& runtime) {
    const Home home = homeOf(runtime, pointer);
    if (devicePointer == nullptr || flags != 0 || (home != Home::pinned && home != Home::registered)) {
      return runtime.refuse(cudaErrorInvalidValue,
                            "only memory of cudaMallocHost, cudaHostAlloc or cudaHostRegister has a device pointer");
    }
    *devicePointer = pointer;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaHostGetFlags(unsigned* flags, void* pointer) {
  return call([&](Runtime& runtime) {
    const Home home = homeOf(runtime, pointer);
    if (flags == nullptr || (home != Home::pinned && home != Home::registered))
      return runtime.refuse(cudaErrorInvalidValue, "the memory is not page-locked");
    // With unified addressing every device maps all of it.
    if (home == Home::registered) {
      *flags = registrationOf(runtime, pointer)->second.flags | hostAllocMapped;
      return cudaSuccess;
    }
    const auto found = runtime.pinnedFlags.find(pointer);
    *flags = (found == runtime.pinnedFlags.end() ? 0 : found->second) | hostAllocMapped;
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
