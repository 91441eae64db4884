// Kernel launches: the <<<…>>> configuration stack, and the calls that end up in a queue.
#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "cudart/launch.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

struct CallConfiguration {
  dim3 grid, block;
  std::size_t sharedBytes;
  cudaStream_t stream;
};
// Between a thread's push and pop; nested when an argument of a launch launches.
thread_local std::vector<CallConfiguration> configurations;

/// What a launch asks for beside its grid.
struct Wishes {
  bool cooperative = false;
  bool clusters = false;
};

cudaError_t launch(Runtime& runtime, const void* host, const LaunchConfig& config, void** arguments,
                   cudaStream_t handle) {
  Stream* stream = runtime.stream(handle);
  if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "the launch names no live stream");
  // The stream decides on which device a kernel runs (H200, CUDA 13.0).
  KernelWork work;
  const cudaError_t error = plan(runtime, runtime.contextOf(*stream), host, config, arguments, work);
  work.stream = stream->id;
  return error == cudaSuccess ? runtime.enqueue(*stream, std::move(work)) : error;
}

cudaError_t launch(const void* host, dim3 grid, dim3 block, void** arguments, std::size_t sharedBytes,
                   cudaStream_t stream, bool cooperative = false) {
  return call([&](Runtime& runtime) {
    return launch(runtime, host, {toDim3(grid), toDim3(block), sharedBytes, 0, cooperative}, arguments, stream);
  });
}

/// Reads the attributes of an extended launch. The rest are hints: they change when a launch runs, never what it
/// computes.
cudaError_t readAttributes(Runtime& runtime, const cudaLaunchConfig_t& config, Wishes& wishes) {
  constexpr int lastAttribute = 16;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    unsigned words[3] = {};
    std::memcpy(words, attribute.value, sizeof(words));
    if (attribute.id < 0 || attribute.id > lastAttribute)
      return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no attribute of a launch", attribute.id));
    if (attribute.id == cudaLaunchAttributeCooperative) wishes.cooperative = words[0] != 0;
    if (attribute.id == cudaLaunchAttributeClusterDimension)
      wishes.clusters = std::size_t{words[0]} * words[1] * words[2] > 1;
  }
  return cudaSuccess;
}

cudaError_t launch(const cudaLaunchConfig_t* config, const void* host, void** arguments, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (config == nullptr || (config->attrs == nullptr && config->numAttrs != 0))
      return runtime.refuse(cudaErrorInvalidValue, "the launch has no configuration");
    Wishes wishes;
    if (const cudaError_t error = readAttributes(runtime, *config, wishes); error != cudaSuccess) return error;
    if (wishes.clusters) {
      runtime.sayOnce("launches of thread block clusters are not simulated yet");
      return runtime.refuse(cudaErrorNotSupported, "launches of thread block clusters are not simulated yet");
    }
    return launch(runtime, host,
                  {toDim3(config->gridDim), toDim3(config->blockDim), config->dynamicSmemBytes, 0, wishes.cooperative},
                  arguments, stream);
  });
}

}  // namespace

cudaError_t plan(Runtime& runtime, Context& context, const void* host, const LaunchConfig& config, void** arguments,
                 KernelWork& work) {
  cudaError_t error = cudaSuccess;
  const Function* function = runtime.function(context, host, error);
  if (function == nullptr) return error;
  const Kernel& kernel = *function->kernel;
  work.context = &context;
  work.host = host;
  work.kernel = &kernel;
  work.config = config;
  work.config.dynamicSharedLimit = function->dynamicSharedLimit;
  if (const Status valid = context.device->validate(kernel, work.config); !valid) return runtime.refuse(valid.error());
  // The program may change or destroy its arguments as soon as this call returns.
  work.parameters.assign(kernel.parameterBytes, std::byte{});
  if (arguments == nullptr && !kernel.parameters.empty())
    return runtime.refuse(cudaErrorInvalidValue, "the kernel has parameters and the launch gives no arguments");
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
    std::memcpy(work.parameters.data() + kernel.parameters[i].offset, arguments[i], kernel.parameters[i].bytes);
  return cudaSuccess;
}

CUDART_API unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t sharedBytes, void* stream) {
  configurations.push_back({grid, block, sharedBytes, static_cast<cudaStream_t>(stream)});
  return 0;
}

CUDART_API cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* sharedBytes, void* stream) {
  if (configurations.empty()) return Runtime::instance().record(cudaErrorMissingConfiguration);
  const CallConfiguration configuration = configurations.back();
  configurations.pop_back();
  *grid = configuration.grid;
  *block = configuration.block;
  *sharedBytes = configuration.sharedBytes;
  *static_cast<cudaStream_t*>(stream) = configuration.stream;
  return cudaSuccess;
}

// A kernel's handle is the address of its host stub, so that both ways to launch are one look-up.
CUDART_API cudaError_t __cudaGetKernel(const void** kernel, const void* host) {
  *kernel = host;
  return cudaSuccess;
}

CUDART_API cudaError_t cudaGetKernel(const void** kernel, const void* host) {
  return call([&](Runtime& runtime) {
    if (kernel == nullptr) return cudaErrorInvalidValue;
    if (!runtime.current().registry.knowsFunction(host)) return cudaErrorInvalidDeviceFunction;
    *kernel = host;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGetFuncBySymbol(const void** function, const void* host) {
  return cudaGetKernel(function, host);
}

CUDART_API cudaError_t __cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                          std::size_t sharedBytes, cudaStream_t stream) {
  return launch(kernel, grid, block, arguments, sharedBytes, stream);
}
CUDART_API cudaError_t __cudaLaunchKernel_ptsz(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                               std::size_t sharedBytes, cudaStream_t stream) {
  return launch(kernel, grid, block, arguments, sharedBytes, perThread(stream));
}
CUDART_API cudaError_t cudaLaunchKernel(const void* host, dim3 grid, dim3 block, void** arguments,
                                        std::size_t sharedBytes, cudaStream_t stream) {
  return launch(host, grid, block, arguments, sharedBytes, stream);
}
CUDART_API cudaError_t cudaLaunchKernel_ptsz(const void* host, dim3 grid, dim3 block, void** arguments,
                                             std::size_t sharedBytes, cudaStream_t stream) {
  return launch(host, grid, block, arguments, sharedBytes, perThread(stream));
}
CUDART_API cudaError_t cudaLaunchCooperativeKernel(const void* host, dim3 grid, dim3 block, void** arguments,
                                                   std::size_t sharedBytes, cudaStream_t stream) {
  return launch(host, grid, block, arguments, sharedBytes, stream, true);
}
CUDART_API cudaError_t cudaLaunchCooperativeKernel_ptsz(const void* host, dim3 grid, dim3 block, void** arguments,
                                                        std::size_t sharedBytes, cudaStream_t stream) {
  return launch(host, grid, block, arguments, sharedBytes, perThread(stream), true);
}
CUDART_API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* host, void** arguments) {
  return launch(config, host, arguments, config == nullptr ? nullptr : config->stream);
}
CUDART_API cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t* config, const void* host, void** arguments) {
  return launch(config, host, arguments, config == nullptr ? nullptr : perThread(config->stream));
}

}  // namespace gpusim::cudart
