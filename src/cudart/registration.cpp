// What the compiler's start-up code calls before main: it only takes notes, the device is made at the first real call.
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

// A handle is the fatbinary's number and 1, so that null is none.
void** toHandle(std::size_t number) { return reinterpret_cast<void**>(number + 1); }

/// Calls `take` with the registry of each device and the fatbinary that `handle` names there.
template <class Take>
void onEachDevice(void** handle, Take&& take) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  for (Context& context : runtime.contexts) {
    Fatbinary* fatbinary = context.registry.fatbinary(reinterpret_cast<std::size_t>(handle) - 1);
    if (fatbinary != nullptr) take(context.registry, fatbinary);
  }
}

}  // namespace

CUDART_API void** __cudaRegisterFatBinary(void* wrapper) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  std::size_t number = 0;
  for (Context& context : runtime.contexts) number = context.registry.addFatbinary(wrapper);
  return toHandle(number);
}

CUDART_API void __cudaRegisterFatBinaryEnd(void**) {}

CUDART_API void __cudaUnregisterFatBinary(void** handle) {
  onEachDevice(handle, [](Registry& registry, Fatbinary* fatbinary) { registry.removeFatbinary(fatbinary); });
}

CUDART_API void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, void*, void*,
                                       void*, void*, int*) {
  onEachDevice(handle, [&](Registry& registry, Fatbinary* fatbinary) { registry.addFunction(fatbinary, host, name); });
}

CUDART_API void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, std::size_t, int, int) {
  onEachDevice(handle, [&](Registry& registry, Fatbinary* fatbinary) { registry.addSymbol(fatbinary, host, name); });
}

CUDART_API void __cudaRegisterManagedVar(void** handle, void** hostPointer, char*, const char* name, int, std::size_t,
                                         int, int) {
  onEachDevice(handle, [&](Registry& registry, Fatbinary* fatbinary) {
    registry.addSymbol(fatbinary, hostPointer, name, hostPointer);
  });
}

/// Called before the first host use of a __managed__ variable of the module.
CUDART_API char __cudaInitModule(void**) {
  call([](Runtime& runtime) {
    const Failure failure = runtime.current().registry.bindManaged(runtime.device());
    return failure.code == cudaSuccess ? cudaSuccess : runtime.refuse(failure.code, failure.message);
  });
  return 1;
}

}  // namespace gpusim::cudart
