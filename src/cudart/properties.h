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

/// Bytes of the largest access policy window of a stream (H200, CUDA 13.0); 0 where L2 cannot be set aside.
constexpr std::size_t accessPolicyWindow(const Card& card) {
  return card.persistingL2Bytes == 0 ? 0 : std::size_t{128} << 20;
}

/// L2 is set aside in sixteenths.
constexpr std::size_t persistingL2Granularity(const Card& card) { return card.l2Bytes / 16; }

}  // namespace gpusim::cudart
