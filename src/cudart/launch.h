#pragma once
#include "cudart/runtime.h"

namespace gpusim::cudart {

/// Checks a launch on the device of `context` and fills in `work`, with a copy of the arguments. The code is the one
/// that the launch itself would get.
abi::cudaError_t plan(Runtime& runtime, Context& context, const void* host, const LaunchConfig& config,
                      void** arguments, KernelWork& work);

}  // namespace gpusim::cudart
