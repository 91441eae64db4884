#pragma once
#include "cudart/runtime.h"

namespace gpusim::cudart {

// A grid or block as the runtime API and as the simulator write it.
inline Dim3 toDim3(const abi::dim3& value) { return {value.x, value.y, value.z}; }
inline abi::dim3 toDim3(const Dim3& value) { return {value.x, value.y, value.z}; }

/// Checks a launch on the device of `context` and fills in `work`, with a copy of the arguments. The code is the one
/// that the launch itself would get.
abi::cudaError_t plan(Runtime& runtime, Context& context, const void* host, const LaunchConfig& config,
                      void** arguments, KernelWork& work);

}  // namespace gpusim::cudart
