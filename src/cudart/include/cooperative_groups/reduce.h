#pragma once
// cg::reduce() of tiles and coalesced threads, by shuffles.
#pragma clang system_header
#include "../cooperative_groups.h"
#ifdef __CUDA__
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
namespace cooperative_groups {

#define GPUSIM_OPERATION(name, result)                                       \
  template <class T>                                                         \
  struct name {                                                              \
    __device__ T operator()(const T& a, const T& b) const { return result; } \
  };
GPUSIM_OPERATION(plus, a + b)
GPUSIM_OPERATION(less, b < a ? b : a)
GPUSIM_OPERATION(greater, a < b ? b : a)
GPUSIM_OPERATION(bit_and, a& b)
GPUSIM_OPERATION(bit_or, a | b)
GPUSIM_OPERATION(bit_xor, a ^ b)
#undef GPUSIM_OPERATION

template <unsigned Size, class Parent, class T, class Operation>
__device__ inline T reduce(const thread_block_tile<Size, Parent>& group, T value, Operation operation) {
  for (unsigned bit = Size / 2; bit > 0; bit /= 2) value = operation(value, group.shfl_xor(value, bit));
  return value;
}

template <class T, class Operation>
__device__ inline T reduce(const coalesced_group& group, T value, Operation operation) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.num_threads(); ++rank)
    result = operation(result, group.shfl(value, static_cast<int>(rank)));
  return result;
}

}  // namespace cooperative_groups
#pragma clang attribute pop
#endif
