#pragma once
// How messages name a place in a block's shared memory.
#include <cstdint>
#include <string>

#include "sim/decode/instruction.h"

namespace gpusim {

/// "shared byte 28 (element 7 of counts)": the byte at `offset`, and where the source names it, in elements as wide as
/// those of `access`. A byte that no variable holds, as in an alignment gap, stays a number.
std::string sharedPlace(const DecodedKernel& code, std::uint64_t offset, const Instruction& access);

}  // namespace gpusim
