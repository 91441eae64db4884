// What the compiler's start-up code calls before main: it only takes notes, the device is made at the first real call.
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

Fatbinary* toFatbinary(void** handle) { return reinterpret_cast<Fatbinary*>(handle); }

}  // namespace

CUDART_API void** __cudaRegisterFatBinary(void* wrapper) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  return reinterpret_cast<void**>(runtime.registry.addFatbinary(wrapper));
}

CUDART_API void __cudaRegisterFatBinaryEnd(void**) {}

CUDART_API void __cudaUnregisterFatBinary(void** handle) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  runtime.registry.removeFatbinary(toFatbinary(handle));
}

CUDART_API void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, void*, void*,
                                       void*, void*, int*) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  runtime.registry.addFunction(toFatbinary(handle), host, name);
}

CUDART_API void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, std::size_t, int, int) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  runtime.registry.addSymbol(toFatbinary(handle), host, name);
}

CUDART_API void __cudaRegisterManagedVar(void** handle, void** hostPointer, char*, const char* name, int, std::size_t,
                                         int, int) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  runtime.registry.addSymbol(toFatbinary(handle), hostPointer, name, hostPointer);
}

/// Called before the first host use of a __managed__ variable of the module.
CUDART_API char __cudaInitModule(void**) {
  call([](Runtime& runtime) {
    const Failure failure = runtime.registry.bindManaged(runtime.device());
    return failure.code == cudaSuccess ? cudaSuccess : runtime.refuse(failure.code, failure.message);
  });
  return 1;
}

}  // namespace gpusim::cudart
