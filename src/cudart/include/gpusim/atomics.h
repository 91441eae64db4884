#pragma once
// Atomic functions on the memory of the device, of a block (_block) and of the whole machine (_system).

#define GPUSIM_ATOMIC __device__ inline __attribute__((always_inline))
#define GPUSIM_SCOPED(suffix, scope)                                                                                  \
  GPUSIM_ATOMIC int atomicAdd##suffix(int* p, int v) { return __nvvm_atom##scope##_add_gen_i(p, v); }                 \
  GPUSIM_ATOMIC unsigned atomicAdd##suffix(unsigned* p, unsigned v) {                                                 \
    return static_cast<unsigned>(__nvvm_atom##scope##_add_gen_i(reinterpret_cast<int*>(p), static_cast<int>(v)));     \
  }                                                                                                                   \
  GPUSIM_ATOMIC unsigned long long atomicAdd##suffix(unsigned long long* p, unsigned long long v) {                   \
    return static_cast<unsigned long long>(                                                                           \
        __nvvm_atom##scope##_add_gen_ll(reinterpret_cast<long long*>(p), static_cast<long long>(v)));                 \
  }                                                                                                                   \
  GPUSIM_ATOMIC float atomicAdd##suffix(float* p, float v) { return __nvvm_atom##scope##_add_gen_f(p, v); }           \
  GPUSIM_ATOMIC double atomicAdd##suffix(double* p, double v) { return __nvvm_atom##scope##_add_gen_d(p, v); }        \
  GPUSIM_ATOMIC int atomicSub##suffix(int* p, int v) { return atomicAdd##suffix(p, -v); }                             \
  GPUSIM_ATOMIC unsigned atomicSub##suffix(unsigned* p, unsigned v) { return atomicAdd##suffix(p, 0U - v); }          \
  GPUSIM_ATOMIC int atomicExch##suffix(int* p, int v) { return __nvvm_atom##scope##_xchg_gen_i(p, v); }               \
  GPUSIM_ATOMIC unsigned atomicExch##suffix(unsigned* p, unsigned v) {                                                \
    return static_cast<unsigned>(__nvvm_atom##scope##_xchg_gen_i(reinterpret_cast<int*>(p), static_cast<int>(v)));    \
  }                                                                                                                   \
  GPUSIM_ATOMIC unsigned long long atomicExch##suffix(unsigned long long* p, unsigned long long v) {                  \
    return static_cast<unsigned long long>(                                                                           \
        __nvvm_atom##scope##_xchg_gen_ll(reinterpret_cast<long long*>(p), static_cast<long long>(v)));                \
  }                                                                                                                   \
  GPUSIM_ATOMIC float atomicExch##suffix(float* p, float v) {                                                         \
    return __nv_int_as_float(atomicExch##suffix(reinterpret_cast<int*>(p), __nv_float_as_int(v)));                    \
  }                                                                                                                   \
  GPUSIM_ATOMIC int atomicMin##suffix(int* p, int v) { return __nvvm_atom##scope##_min_gen_i(p, v); }                 \
  GPUSIM_ATOMIC unsigned atomicMin##suffix(unsigned* p, unsigned v) { return __nvvm_atom##scope##_min_gen_ui(p, v); } \
  GPUSIM_ATOMIC long long atomicMin##suffix(long long* p, long long v) {                                              \
    return __nvvm_atom##scope##_min_gen_ll(p, v);                                                                     \
  }                                                                                                                   \
  GPUSIM_ATOMIC unsigned long long atomicMin##suffix(unsigned long long* p, unsigned long long v) {                   \
    return __nvvm_atom##scope##_min_gen_ull(p, v);                                                                    \
  }                                                                                                                   \
  GPUSIM_ATOMIC int atomicMax##suffix(int* p, int v) { return __nvvm_atom##scope##_max_gen_i(p, v); }                 \
  GPUSIM_ATOMIC unsigned atomicMax##suffix(unsigned* p, unsigned v) { return __nvvm_atom##scope##_max_gen_ui(p, v); } \
  GPUSIM_ATOMIC long long atomicMax##suffix(long long* p, long long v) {                                              \
    return __nvvm_atom##scope##_max_gen_ll(p, v);                                                                     \
  }                                                                                                                   \
  GPUSIM_ATOMIC unsigned long long atomicMax##suffix(unsigned long long* p, unsigned long long v) {                   \
    return __nvvm_atom##scope##_max_gen_ull(p, v);                                                                    \
  }                                                                                                                   \
  GPUSIM_ATOMIC unsigned atomicInc##suffix(unsigned* p, unsigned v) { return __nvvm_atom##scope##_inc_gen_ui(p, v); } \
  GPUSIM_ATOMIC unsigned atomicDec##suffix(unsigned* p, unsigned v) { return __nvvm_atom##scope##_dec_gen_ui(p, v); } \
  GPUSIM_ATOMIC int atomicCAS##suffix(int* p, int old, int v) { return __nvvm_atom##scope##_cas_gen_i(p, old, v); }   \
  GPUSIM_ATOMIC unsigned atomicCAS##suffix(unsigned* p, unsigned old, unsigned v) {                                   \
    return static_cast<unsigned>(                                                                                     \
        __nvvm_atom##scope##_cas_gen_i(reinterpret_cast<int*>(p), static_cast<int>(old), static_cast<int>(v)));       \
  }                                                                                                                   \
  GPUSIM_ATOMIC unsigned long long atomicCAS##suffix(unsigned long long* p, unsigned long long old,                   \
                                                     unsigned long long v) {                                          \
    return static_cast<unsigned long long>(__nvvm_atom##scope##_cas_gen_ll(                                           \
        reinterpret_cast<long long*>(p), static_cast<long long>(old), static_cast<long long>(v)));                    \
  }                                                                                                                   \
  GPUSIM_BITWISE(And, and, suffix, scope)                                                                             \
  GPUSIM_BITWISE(Or, or, suffix, scope)                                                                               \
  GPUSIM_BITWISE(Xor, xor, suffix, scope)
#define GPUSIM_BITWISE(Name, name, suffix, scope)                                                                      \
  GPUSIM_ATOMIC int atomic##Name##suffix(int* p, int v) { return __nvvm_atom##scope##_##name##_gen_i(p, v); }          \
  GPUSIM_ATOMIC unsigned atomic##Name##suffix(unsigned* p, unsigned v) {                                               \
    return static_cast<unsigned>(__nvvm_atom##scope##_##name##_gen_i(reinterpret_cast<int*>(p), static_cast<int>(v))); \
  }                                                                                                                    \
  GPUSIM_ATOMIC unsigned long long atomic##Name##suffix(unsigned long long* p, unsigned long long v) {                 \
    return static_cast<unsigned long long>(                                                                            \
        __nvvm_atom##scope##_##name##_gen_ll(reinterpret_cast<long long*>(p), static_cast<long long>(v)));             \
  }
GPUSIM_SCOPED(, )
GPUSIM_SCOPED(_block, _cta)
GPUSIM_SCOPED(_system, _sys)
#undef GPUSIM_BITWISE
#undef GPUSIM_SCOPED
#undef GPUSIM_ATOMIC
