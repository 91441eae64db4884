#pragma once
// Copies and fills of rectangles (a plain copy is one row), checked when they are asked for and run when their stream
// comes to them.
#include <cstddef>

#include "cudart/runtime.h"

namespace gpusim::cudart {

struct Rectangle {
  void* to = nullptr;
  std::size_t toPitch = 0;
  const void* from = nullptr;
  std::size_t fromPitch = 0;
  std::size_t width = 0, height = 1;  // bytes, rows
};

/// Who may touch the memory at an address.
enum class Home {
  device,    // cudaMalloc, or an address of ours that is not allocated
  managed,   // both sides
  pinned,    // both sides; counts as host memory in a copy's direction
  pageable,  // the host's own
};
Home homeOf(const Device& device, const void* pointer);

enum class When {
  blocking,  // cudaMemcpy: returns when the host may use the result
  async,     // cudaMemcpyAsync: by NVIDIA's "API synchronization behavior"
};

/// invalidValue for a direction that the pointers do not have or bytes outside an allocation; nothing is queued then.
abi::cudaError_t copy(Runtime& runtime, const Rectangle& rectangle, int kind, When when, abi::cudaStream_t stream);
/// Fills `rectangle.to` with a byte.
abi::cudaError_t fill(Runtime& runtime, const Rectangle& rectangle, int value, When when, abi::cudaStream_t stream);

}  // namespace gpusim::cudart
