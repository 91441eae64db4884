#pragma once
// What device code calls that is no instruction: the system calls of the device, and what the standard library's
// headers make of assert() and malloc().
#include <cstddef>

extern "C" {
__device__ int vprintf(const char* text, const char* arguments);
__device__ int printf(const char* text, ...);  // the compiler makes vprintf of it
__device__ void* malloc(std::size_t bytes) __attribute__((nothrow, malloc));
__device__ void free(void* pointer) __attribute__((nothrow));
__device__ void __assertfail(const char* message, const char* file, unsigned line, const char* function,
                             std::size_t characterBytes);
__device__ static inline void __assert_fail(const char* message, const char* file, unsigned line,
                                            const char* function) {
  __assertfail(message, file, line, function, sizeof(char));
}
}

namespace std {
__device__ static inline void* malloc(size_t bytes) { return ::malloc(bytes); }
__device__ static inline void free(void* pointer) { ::free(pointer); }
}  // namespace std
