#pragma once
// Groups within a warp: tiles of a power of two, and the threads that happen to be together.
#include "gpusim/groups/block.h"

namespace cooperative_groups {

namespace details {
__device__ inline unsigned lane() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
}  // namespace details

/// `Size` neighboring threads of a block. `Parent` is for reading: a tile is known by its size and where it lies.
template <unsigned Size, class Parent = void>
class thread_block_tile {
  static_assert(Size == 1 || Size == 2 || Size == 4 || Size == 8 || Size == 16 || Size == 32,
                "a tile has 1, 2, 4, 8, 16 or 32 threads; larger ones need nvcc");

 public:
  __device__ static unsigned thread_rank() { return details::lane() & (Size - 1); }
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
  __device__ static unsigned meta_group_size() { return (thread_block::num_threads() + Size - 1) / Size; }
  __device__ static void sync() { __syncwarp(mask()); }
  template <class T>
  __device__ static T shfl(T value, int rank) {
    return __shfl_sync(mask(), value, rank, Size);
  }
  template <class T>
  __device__ static T shfl_up(T value, unsigned delta) {
    return __shfl_up_sync(mask(), value, delta, Size);
  }
  template <class T>
  __device__ static T shfl_down(T value, unsigned delta) {
    return __shfl_down_sync(mask(), value, delta, Size);
  }
  template <class T>
  __device__ static T shfl_xor(T value, unsigned bits) {
    return __shfl_xor_sync(mask(), value, static_cast<int>(bits), Size);
  }
  __device__ static int any(int predicate) { return __any_sync(mask(), predicate); }
  __device__ static int all(int predicate) { return __all_sync(mask(), predicate); }
  __device__ static unsigned ballot(int predicate) { return __ballot_sync(mask(), predicate) >> first(); }
  template <class T>
  __device__ static unsigned match_any(T value) {
    return __match_any_sync(mask(), value) >> first();
  }

 private:
  __device__ static unsigned first() { return details::lane() & ~(Size - 1); }
  __device__ static unsigned mask() { return (0xffffffffU >> (32 - Size)) << first(); }
};

/// The threads of a warp that were active when the group was made.
class coalesced_group {
 public:
  __device__ explicit coalesced_group(unsigned mask) : mask_(mask) {}
  __device__ unsigned thread_rank() const { return __popc(mask_ & ((1U << details::lane()) - 1)); }
  __device__ unsigned num_threads() const { return __popc(mask_); }
  __device__ unsigned size() const { return num_threads(); }
  __device__ void sync() const { __syncwarp(mask_); }
  template <class T>
  __device__ T shfl(T value, int rank) const {
    return __shfl_sync(mask_, value, laneOf(rank));
  }
  template <class T>
  __device__ T shfl_up(T value, unsigned delta) const {
    const int rank = static_cast<int>(thread_rank()) - static_cast<int>(delta);
    return __shfl_sync(mask_, value, laneOf(rank < 0 ? static_cast<int>(thread_rank()) : rank));
  }
  template <class T>
  __device__ T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank() + delta;
    return __shfl_sync(mask_, value, laneOf(static_cast<int>(rank < num_threads() ? rank : thread_rank())));
  }
  __device__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __device__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __device__ unsigned ballot(int predicate) const {
    const unsigned lanes = __ballot_sync(mask_, predicate);
    unsigned ranks = 0, rank = 0;
    for (unsigned rest = mask_; rest != 0; rest &= rest - 1, ++rank)
      if ((lanes & rest & (0U - rest)) != 0) ranks |= 1U << rank;
    return ranks;
  }

 private:
  __device__ int laneOf(int rank) const { return static_cast<int>(__fns(mask_, 0, rank + 1)); }

  unsigned mask_;
};

__device__ inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned Size, class Group>
__device__ inline thread_block_tile<Size, Group> tiled_partition(const Group&) {
  return {};
}

}  // namespace cooperative_groups
