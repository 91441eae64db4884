#pragma once
// The driver's libraries, opened where they are there. Their interfaces are plain C; the few types that are needed are
// written out where they are used.
#include <dlfcn.h>

namespace harness {

/// The driver API, or null without a driver. Never closed: a driver that has started threads must stay mapped.
inline void* cudaDriver() { return dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL); }

/// A function of `library`; null when either is not there.
template <class Function>
Function* lookUp(void* library, const char* name) {
  return library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, name));
}

}  // namespace harness
