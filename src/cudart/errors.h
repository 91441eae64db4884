#pragma once
#include "cudart/abi.h"
#include "sim/result.h"

namespace gpusim::cudart {

/// The code a card gives for what the simulator says.
abi::cudaError_t toCudaError(ErrorCode code);

/// NVIDIA's name and text of a code; "unrecognized error code" for a number that is none.
const char* errorName(int code);
const char* errorText(int code);

}  // namespace gpusim::cudart
