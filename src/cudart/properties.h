#pragma once
#include <optional>

#include "cudart/abi.h"
#include "sim/cards/card.h"

namespace gpusim::cudart {

/// cudaDeviceProp of CUDA 13 for a card. What the simulator does not have (textures) is 0. The number decides where on
/// the bus the device sits.
abi::cudaDeviceProp propertiesOf(const Card& card, int ordinal = 0);

/// cudaDeviceGetAttribute by NVIDIA's number; empty for a number that is none.
std::optional<int> attributeOf(const Card& card, int attribute, int ordinal = 0);

/// The API function, for the structures of older releases to build on.
CUDART_API abi::cudaError_t cudaGetDeviceProperties(abi::cudaDeviceProp* properties, int ordinal);

}  // namespace gpusim::cudart
