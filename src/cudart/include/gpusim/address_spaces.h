#pragma once
// Which memory a pointer points to, and its address there.
#include <cstddef>

__device__ inline unsigned __isGlobal(const void* p) { return __nvvm_isspacep_global(p); }
__device__ inline unsigned __isShared(const void* p) { return __nvvm_isspacep_shared(p); }
__device__ inline unsigned __isConstant(const void* p) { return __nvvm_isspacep_const(p); }
__device__ inline unsigned __isLocal(const void* p) { return __nvvm_isspacep_local(p); }

__device__ inline std::size_t __cvta_generic_to_shared(const void* p) {
  return static_cast<std::size_t>(reinterpret_cast<unsigned long>((__attribute__((address_space(3))) const void*)p));
}
__device__ inline std::size_t __cvta_generic_to_global(const void* p) {
  return static_cast<std::size_t>(reinterpret_cast<unsigned long>((__attribute__((address_space(1))) const void*)p));
}
