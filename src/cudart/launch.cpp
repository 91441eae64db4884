// Kernel launches: the <<<…>>> configuration stack, and the calls that end up in a queue.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <vector>

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

Dim3 toDim3(const dim3& value) { return {value.x, value.y, value.z}; }

/// Runs a launch that its stream has come to. Yields its modelled seconds.
double run(Runtime& runtime, const Kernel& kernel, const LaunchConfig& config,
           const std::vector<std::byte>& parameters) {
  const Result<LaunchReport> report = runtime.device().launch(kernel, config, parameters);
  if (!report) {
    runtime.fault(toCudaError(report.error().code), fmt::format("{}: {}", kernel.demangled, report.error().message));
    return 0;
  }
  // Device printf belongs to the program's own output, in the order of its host printf calls.
  std::fwrite(report->printed.data(), 1, report->printed.size(), stdout);
  runtime.journal.add(*report);
  if (runtime.device().options().samples) runtime.lines.add(*report);
  if (runtime.settings.verbose) fmt::print(stderr, "gpusim: {}\n", describe(*report));
  if (!report->fault.empty()) {
    const Error& error = report->fault.front();
    runtime.fault(toCudaError(error.code), fmt::format("{}: {}", kernel.demangled, error.message));
  }
  return report->modelledSeconds;
}

cudaError_t launch(Runtime& runtime, const void* host, const LaunchConfig& requested, void** arguments,
                   cudaStream_t handle) {
  Stream* stream = runtime.stream(handle);
  if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "the launch names no live stream");
  cudaError_t error = cudaSuccess;
  const Function* function = runtime.function(host, error);
  if (function == nullptr) return error;
  const Kernel& kernel = *function->kernel;
  LaunchConfig config = requested;
  config.dynamicSharedLimit = function->dynamicSharedLimit;
  if (const Status valid = runtime.device().validate(kernel, config); !valid) return runtime.refuse(valid.error());

  // The program may change or destroy its arguments as soon as this call returns.
  std::vector<std::byte> parameters(kernel.parameterBytes);
  if (arguments == nullptr && !kernel.parameters.empty()) {
    return runtime.refuse(cudaErrorInvalidValue, "the kernel has parameters and the launch gives no arguments");
  }
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    std::memcpy(parameters.data() + kernel.parameters[i].offset, arguments[i], kernel.parameters[i].bytes);
  }
  runtime.submit(*stream, Engine::compute, [&runtime, &kernel, config, parameters = std::move(parameters)] {
    return run(runtime, kernel, config, parameters);
  });
  return cudaSuccess;
}

cudaError_t launch(const void* host, dim3 grid, dim3 block, void** arguments, std::size_t sharedBytes,
                   cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    return launch(runtime, host, {toDim3(grid), toDim3(block), sharedBytes, 0}, arguments, stream);
  });
}

cudaError_t launch(const cudaLaunchConfig_t* config, const void* host, void** arguments, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (config == nullptr || (config->attrs == nullptr && config->numAttrs != 0))
      return runtime.refuse(cudaErrorInvalidValue, "the launch has no configuration");
    for (unsigned i = 0; i < config->numAttrs; ++i) {
      const int id = config->attrs[i].id;
      // The rest are hints: they change when a launch runs, never what it computes.
      if (id == cudaLaunchAttributeCooperative || id == cudaLaunchAttributeClusterDimension) {
        return runtime.refuse(cudaErrorNotSupported, "cooperative and cluster launches are not simulated yet");
      }
    }
    return launch(runtime, host, {toDim3(config->gridDim), toDim3(config->blockDim), config->dynamicSmemBytes, 0},
                  arguments, stream);
  });
}

}  // namespace

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
    if (!runtime.registry.knowsFunction(host)) return cudaErrorInvalidDeviceFunction;
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
CUDART_API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* host, void** arguments) {
  return launch(config, host, arguments, config == nullptr ? nullptr : config->stream);
}
CUDART_API cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t* config, const void* host, void** arguments) {
  return launch(config, host, arguments, config == nullptr ? nullptr : perThread(config->stream));
}

}  // namespace gpusim::cudart
