#pragma once
// Copies and fills of boxes, checked when they are asked for and run when their stream comes to them.
#include <cstddef>

#include "cudart/runtime.h"

namespace gpusim::cudart {

/// Who may touch the memory at an address.
enum class Home {
  device,      // cudaMalloc, or an address of ours that is not allocated
  managed,     // both sides
  pinned,      // both sides; counts as host memory in a copy's direction
  registered,  // cudaHostRegister: the host's own, and the devices'
  pageable,    // the host's own
};
Home homeOf(Runtime& runtime, const void* pointer);
/// The entry of Runtime::registered that holds `pointer`; null when there is none.
const std::pair<const char* const, RegisteredMemory>* registrationOf(const Runtime& runtime, const void* pointer);

enum class When {
  blocking,  // cudaMemcpy: returns when the host may use the result
  async,     // cudaMemcpyAsync: by NVIDIA's "API synchronization behavior"
};

inline Box row(void* to, const void* from, std::size_t bytes) { return {to, bytes, bytes, from, bytes, bytes, bytes}; }

/// Checks a copy and fills in `work`: invalidValue for a direction that the pointers do not have or bytes outside an
/// allocation.
abi::cudaError_t plan(Runtime& runtime, const Box& box, int kind, CopyWork& work);
/// The same for a fill with `element` bytes of `value` after each other.
abi::cudaError_t plan(Runtime& runtime, const Box& box, unsigned value, unsigned element, FillWork& work);

/// Plans and gives it to the stream; nothing is queued after an error.
abi::cudaError_t copy(Runtime& runtime, const Box& box, int kind, When when, abi::cudaStream_t stream);
/// Fills `box.to` with a byte.
abi::cudaError_t fill(Runtime& runtime, const Box& box, int value, When when, abi::cudaStream_t stream);

/// Move the bytes now; yield modelled seconds.
double runCopy(Runtime& runtime, const CopyWork& work);
double runFill(Runtime& runtime, const FillWork& work);

/// The boxes of 3D parameters; refuses arrays. Positions and extents are in bytes.
abi::cudaError_t boxOf(Runtime& runtime, const abi::cudaMemcpy3DParms& parameters, Box& box);

}  // namespace gpusim::cudart
