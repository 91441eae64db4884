#pragma once
// Cooperative groups: blocks, the grid of a cooperative launch, tiles of a warp and coalesced threads. Clusters and
// tiles of more than a warp need nvcc.
#pragma clang system_header
#include "cuda_runtime.h"
#ifdef __CUDA__
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include "gpusim/groups/block.h"
#include "gpusim/groups/tile.h"

namespace cooperative_groups {
template <class Group>
__device__ inline void sync(const Group& group) {
  group.sync();
}
template <class Group>
__device__ inline unsigned thread_rank(const Group& group) {
  return static_cast<unsigned>(group.thread_rank());
}
}  // namespace cooperative_groups
#pragma clang attribute pop
#endif
