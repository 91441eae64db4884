#pragma once
// Loads and stores with a cache operator: __ldcg() and its like. As in nvcc's headers they are instructions of global
// memory, so that a pointer to shared memory is a fault here too.
#include "vector_types.h"

#define GPUSIM_HINT __device__ inline __attribute__((always_inline))
#define GPUSIM_LOAD1(name, op, type, ptx, constraint, raw)                                          \
  GPUSIM_HINT type name(const type* p) {                                                            \
    raw value;                                                                                      \
    asm volatile("ld.global." op "." ptx " %0, [%1];" : "=" constraint(value) : "l"(p) : "memory"); \
    return static_cast<type>(value);                                                                \
  }
#define GPUSIM_LOAD2(name, op, type, ptx, constraint)         \
  GPUSIM_HINT type name(const type* p) {                      \
    type v;                                                   \
    asm volatile("ld.global." op ".v2." ptx " {%0,%1}, [%2];" \
                 : "=" constraint(v.x), "=" constraint(v.y)   \
                 : "l"(p)                                     \
                 : "memory");                                 \
    return v;                                                 \
  }
#define GPUSIM_LOAD4(name, op, type, ptx, constraint)                                                 \
  GPUSIM_HINT type name(const type* p) {                                                              \
    type v;                                                                                           \
    asm volatile("ld.global." op ".v4." ptx " {%0,%1,%2,%3}, [%4];"                                   \
                 : "=" constraint(v.x), "=" constraint(v.y), "=" constraint(v.z), "=" constraint(v.w) \
                 : "l"(p)                                                                             \
                 : "memory");                                                                         \
    return v;                                                                                         \
  }
#define GPUSIM_LOADS(name, op)                                               \
  GPUSIM_LOAD1(name, op, short, "s16", "h", short)                           \
  GPUSIM_LOAD1(name, op, unsigned short, "u16", "h", unsigned short)         \
  GPUSIM_LOAD1(name, op, int, "s32", "r", int)                               \
  GPUSIM_LOAD1(name, op, unsigned, "u32", "r", unsigned)                     \
  GPUSIM_LOAD1(name, op, long, "s64", "l", long)                             \
  GPUSIM_LOAD1(name, op, unsigned long, "u64", "l", unsigned long)           \
  GPUSIM_LOAD1(name, op, long long, "s64", "l", long long)                   \
  GPUSIM_LOAD1(name, op, unsigned long long, "u64", "l", unsigned long long) \
  GPUSIM_LOAD1(name, op, float, "f32", "f", float)                           \
  GPUSIM_LOAD1(name, op, double, "f64", "d", double)                         \
  GPUSIM_LOAD2(name, op, int2, "s32", "r")                                   \
  GPUSIM_LOAD4(name, op, int4, "s32", "r")                                   \
  GPUSIM_LOAD2(name, op, uint2, "u32", "r")                                  \
  GPUSIM_LOAD4(name, op, uint4, "u32", "r")                                  \
  GPUSIM_LOAD2(name, op, float2, "f32", "f")                                 \
  GPUSIM_LOAD4(name, op, float4, "f32", "f")                                 \
  GPUSIM_LOAD2(name, op, double2, "f64", "d")
GPUSIM_LOADS(__ldcg, "cg")
GPUSIM_LOADS(__ldca, "ca")
GPUSIM_LOADS(__ldcs, "cs")
GPUSIM_LOADS(__ldlu, "lu")
GPUSIM_LOADS(__ldcv, "cv")
#undef GPUSIM_LOADS
#undef GPUSIM_LOAD1
#undef GPUSIM_LOAD2
#undef GPUSIM_LOAD4

#define GPUSIM_STORE1(name, op, type, ptx, constraint)                                     \
  GPUSIM_HINT void name(type* p, type v) {                                                 \
    asm volatile("st.global." op "." ptx " [%0], %1;" ::"l"(p), constraint(v) : "memory"); \
  }
#define GPUSIM_STORE2(name, op, type, ptx, constraint)                                                                \
  GPUSIM_HINT void name(type* p, type v) {                                                                            \
    asm volatile("st.global." op ".v2." ptx " [%0], {%1,%2};" ::"l"(p), constraint(v.x), constraint(v.y) : "memory"); \
  }
#define GPUSIM_STORE4(name, op, type, ptx, constraint)                                                          \
  GPUSIM_HINT void name(type* p, type v) {                                                                      \
    asm volatile("st.global." op ".v4." ptx " [%0], {%1,%2,%3,%4};" ::"l"(p), constraint(v.x), constraint(v.y), \
                 constraint(v.z), constraint(v.w)                                                               \
                 : "memory");                                                                                   \
  }
#define GPUSIM_STORES(name, op)                           \
  GPUSIM_STORE1(name, op, int, "s32", "r")                \
  GPUSIM_STORE1(name, op, unsigned, "u32", "r")           \
  GPUSIM_STORE1(name, op, long long, "s64", "l")          \
  GPUSIM_STORE1(name, op, unsigned long long, "u64", "l") \
  GPUSIM_STORE1(name, op, float, "f32", "f")              \
  GPUSIM_STORE1(name, op, double, "f64", "d")             \
  GPUSIM_STORE2(name, op, int2, "s32", "r")               \
  GPUSIM_STORE4(name, op, int4, "s32", "r")               \
  GPUSIM_STORE2(name, op, float2, "f32", "f")             \
  GPUSIM_STORE4(name, op, float4, "f32", "f")             \
  GPUSIM_STORE2(name, op, double2, "f64", "d")
GPUSIM_STORES(__stcg, "cg")
GPUSIM_STORES(__stcs, "cs")
GPUSIM_STORES(__stwb, "wb")
GPUSIM_STORES(__stwt, "wt")
#undef GPUSIM_STORES
#undef GPUSIM_STORE1
#undef GPUSIM_STORE2
#undef GPUSIM_STORE4
#undef GPUSIM_HINT
