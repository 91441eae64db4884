// Thread block clusters: the questions have answers, launches do not happen yet.
#include <fmt/format.h>

#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

/// The kernel, on a card that has clusters; null with the code in `error`.
const Function* clustered(Runtime& runtime, const void* host, const void* out, const cudaLaunchConfig_t* config,
                          cudaError_t& error) {
  if (out == nullptr || config == nullptr) {
    error = runtime.refuse(cudaErrorInvalidValue, "a null pointer");
    return nullptr;
  }
  const Function* function = runtime.function(host, error);
  if (function == nullptr) return nullptr;
  if (runtime.device().card().computeMajor >= 9) return function;
  error = runtime.refuse(cudaErrorNotSupported, "the card has no thread block clusters");
  return nullptr;
}

}  // namespace

CUDART_API cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* host,
                                                            const cudaLaunchConfig_t* config) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    const Function* function = clustered(runtime, host, size, config, error);
    if (function == nullptr) return error;
    constexpr int portable = 8, most = 16;
    *size = function->anyClusterSize ? most : portable;
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
