// What a kernel needs and may have: attributes and occupancy.
#include <fmt/format.h>

#include <algorithm>

#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

/// Most dynamic shared memory a launch of the kernel may ask for, given what was opted in to.
std::size_t dynamicLimit(const Card& card, const Function& function) {
  if (function.limitSet) return function.dynamicSharedLimit;
  const std::size_t used = function.kernel->staticSharedBytes;
  return used < card.sharedBytesPerBlock ? card.sharedBytesPerBlock - used : 0;
}

cudaError_t setAttribute(Runtime& runtime, const void* host, int attribute, int value) {
  cudaError_t error = cudaSuccess;
  Function* function = runtime.function(host, error);
  if (function == nullptr) return error;
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
    if (value < -1 || value > 100) return runtime.refuse(cudaErrorInvalidValue, "the carveout is a percentage, or -1");
    function->carveout = value;
    return cudaSuccess;
  }
  if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed) {
    function->anyClusterSize = value != 0;
    return cudaSuccess;
  }
  if (attribute >= cudaFuncAttributeClusterDimMustBeSet &&
      attribute <= cudaFuncAttributeClusterSchedulingPolicyPreference)
    return runtime.refuse(cudaErrorNotSupported, "thread block clusters are not simulated yet");
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) {
    return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no attribute that can be set here", attribute));
  }
  const std::size_t optin = runtime.device().card().sharedBytesPerBlockOptin;
  const std::size_t used = function->kernel->staticSharedBytes;
  const std::size_t most = used < optin ? optin - used : 0;
  if (value < 0 || static_cast<std::size_t>(value) > most) {
    return runtime.refuse(
        cudaErrorInvalidValue,
        fmt::format(
            "{} bytes of dynamic shared memory for {}: the card allows {} a block, of which the kernel's own take {}",
            value, function->kernel->demangled, optin, used));
  }
  function->dynamicSharedLimit = static_cast<std::size_t>(value);
  function->limitSet = true;
  return cudaSuccess;
}

cudaError_t occupancy(int* blocks, const void* host, int threads, std::size_t sharedBytes) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    if (blocks == nullptr || threads <= 0)
      return runtime.refuse(cudaErrorInvalidValue, "occupancy needs a block of at least one thread");
    const Function* function = runtime.function(host, error);
    if (function == nullptr) return error;
    const Card& card = runtime.device().card();
    // What a launch would be refused for does not fit at all.
    *blocks = sharedBytes > dynamicLimit(card, *function)
                  ? 0
                  : static_cast<int>(
                        residentBlocks(card, *function->kernel, static_cast<std::uint64_t>(threads), sharedBytes));
    return cudaSuccess;
  });
}

/// The most threads that a block of `kernel` may have for its launch bounds and registers.
unsigned largestBlock(const Card& card, const Kernel& kernel) {
  unsigned threads = std::min(card.maxThreadsPerBlock, kernel.maxThreadsPerBlock);
  constexpr unsigned warpSize = 32;
  while (threads > warpSize && residentBlocks(card, kernel, threads, 0) == 0)
    threads = (threads - 1) / warpSize * warpSize;
  return threads;
}

}  // namespace

CUDART_API cudaError_t cudaFuncSetAttribute(const void* host, int attribute, int value) {
  return call([&](Runtime& runtime) { return setAttribute(runtime, host, attribute, value); });
}

CUDART_API cudaError_t cudaKernelSetAttributeForDevice(const void* kernel, int attribute, int value, int) {
  return cudaFuncSetAttribute(kernel, attribute, value);
}

CUDART_API cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* host) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    if (attributes == nullptr) return cudaErrorInvalidValue;
    const Function* function = runtime.function(host, error);
    if (function == nullptr) return error;
    const Kernel& kernel = *function->kernel;
    const Card& card = runtime.device().card();
    *attributes = {};
    attributes->sharedSizeBytes = kernel.staticSharedBytes;
    attributes->localSizeBytes = kernel.localBytesPerThread;
    attributes->maxThreadsPerBlock = static_cast<int>(largestBlock(card, kernel));
    attributes->numRegs = static_cast<int>(kernel.registersPerThread);
    attributes->ptxVersion = card.computeMajor * 10 + card.computeMinor;
    attributes->binaryVersion = attributes->ptxVersion;
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(dynamicLimit(card, *function));
    attributes->preferredShmemCarveout = function->carveout;
    attributes->nonPortableClusterSizeAllowed = function->anyClusterSize ? 1 : 0;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaFuncGetName(const char** name, const void* host) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    if (name == nullptr) return cudaErrorInvalidValue;
    const Function* function = runtime.function(host, error);
    if (function == nullptr) return error;
    *name = function->kernel->name.c_str();
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaFuncGetParamInfo(const void* host, std::size_t index, std::size_t* offset,
                                            std::size_t* bytes) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    const Function* function = runtime.function(host, error);
    if (function == nullptr) return error;
    const auto& parameters = function->kernel->parameters;
    if (offset == nullptr || index >= parameters.size())
      return runtime.refuse(cudaErrorInvalidValue, fmt::format("the kernel has {} parameters", parameters.size()));
    *offset = parameters[index].offset;
    if (bytes != nullptr) *bytes = parameters[index].bytes;
    return cudaSuccess;
  });
}

// The split between L1 and shared memory is a hint, and the simulator has no L1.
CUDART_API cudaError_t cudaFuncSetCacheConfig(const void* host, int config) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    if (config < 0 || config > 3)
      return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no cache configuration", config));
    return runtime.function(host, error) == nullptr ? error : cudaSuccess;
  });
}

CUDART_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* host, int threads,
                                                                     std::size_t sharedBytes) {
  return occupancy(blocks, host, threads, sharedBytes);
}
CUDART_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* host,
                                                                              int threads, std::size_t sharedBytes,
                                                                              unsigned flags) {
  if (flags > 1) {
    return call([&](Runtime& runtime) {
      return runtime.refuse(cudaErrorInvalidValue, "flags are 0 or cudaOccupancyDisableCachingOverride");
    });
  }
  return occupancy(blocks, host, threads, sharedBytes);
}

/// Largest dynamic shared memory with which `blocks` blocks still fit on a multiprocessor.
CUDART_API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* host, int blocks,
                                                                 int threads) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    if (bytes == nullptr || blocks <= 0 || threads <= 0)
      return runtime.refuse(cudaErrorInvalidValue, "occupancy needs at least one block of at least one thread");
    const Function* function = runtime.function(host, error);
    if (function == nullptr) return error;
    const Card& card = runtime.device().card();
    const auto fits = [&](std::size_t dynamic) {
      return residentBlocks(card, *function->kernel, static_cast<std::uint64_t>(threads), dynamic) >=
             static_cast<unsigned>(blocks);
    };
    if (!fits(0))
      return runtime.refuse(
          cudaErrorInvalidValue,
          fmt::format("{} blocks of {} threads do not fit on a multiprocessor at all", blocks, threads));
    std::size_t low = 0, high = dynamicLimit(card, *function);
    while (low < high) {
      const std::size_t middle = low + (high - low + 1) / 2;
      if (fits(middle)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    // A card's answer leaves out what it reserves of each block's share (H200: 29,184 bytes for 8 blocks).
    *bytes = std::min(low + card.reservedSharedBytesPerBlock, dynamicLimit(card, *function));
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
