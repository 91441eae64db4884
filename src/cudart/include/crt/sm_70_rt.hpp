#pragma once
// Included by Clang's __clang_cuda_intrinsics.h, which defines the functions of 32 and 64 bits that these call.
// A value of any type of 4 or 8 bytes is matched by its bits.

namespace gpusim_match {
template <class T>
__device__ inline unsigned long long bitsOf(T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values of 4 or 8 bytes can be matched");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}
}  // namespace gpusim_match

template <class T>
__device__ inline unsigned __match_any_sync(unsigned mask, T value) {
  if (sizeof(T) == 8) return __match64_any_sync(mask, gpusim_match::bitsOf(value));
  return __match32_any_sync(mask, static_cast<unsigned>(gpusim_match::bitsOf(value)));
}

template <class T>
__device__ inline unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
  if (sizeof(T) == 8) return __match64_all_sync(mask, gpusim_match::bitsOf(value), predicate);
  return __match32_all_sync(mask, static_cast<unsigned>(gpusim_match::bitsOf(value)), predicate);
}

__device__ inline void __nanosleep(unsigned nanoseconds) { asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds)); }
