#pragma once
// The groups that are there from the launch on: a block and the whole grid.

namespace cooperative_groups {

class thread_block {
 public:
  __device__ static void sync() { __syncthreads(); }
  __device__ static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __device__ static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static unsigned size() { return num_threads(); }
  __device__ static dim3 group_index() { return blockIdx; }
  __device__ static dim3 thread_index() { return threadIdx; }
  __device__ static dim3 dim_threads() { return blockDim; }
  __device__ static dim3 group_dim() { return blockDim; }
};

__device__ inline thread_block this_thread_block() { return {}; }

/// All blocks of a launch by cudaLaunchCooperativeKernel().
class grid_group {
 public:
  /// False when the launch was not cooperative.
  __device__ static bool is_valid() { return workspace() != nullptr; }

  /// The blocks count themselves in one word. The first brings its sign to turn once all have come, so that the next
  /// barrier can count on from where this one ended.
  __device__ static void sync() {
    constexpr unsigned turn = 0x80000000U;
    __syncthreads();
    if (thread_block::thread_rank() == 0) {
      if (!is_valid()) __trap();
      const bool first = block_rank() == 0;
      unsigned* const counter = workspace() + 1;
      __threadfence();
      const unsigned before = atomicAdd(counter, first ? turn - static_cast<unsigned>(num_blocks() - 1) : 1U);
      while (((*static_cast<volatile unsigned*>(counter) ^ before) & turn) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
  }
  __device__ static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __device__ static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  __device__ static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
  __device__ static unsigned long long size() { return num_threads(); }
  __device__ static dim3 group_dim() { return gridDim; }

 private:
  /// Memory that the driver lends a cooperative launch: a word of its own and the barrier's.
  __device__ static unsigned* workspace() {
    unsigned high, low;
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    return reinterpret_cast<unsigned*>(static_cast<unsigned long long>(high) << 32 | low);
  }
};

__device__ inline grid_group this_grid() { return {}; }

}  // namespace cooperative_groups
