// cudaLibrary: device code from memory or a file, its kernels and its variables.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "cudart/fatbin.h"
#include "cudart/library.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

using cudaLibrary_t = struct CUlib_st*;

/// PTX text ends with its 0; a fatbinary says how long it is, and may come in the compiler's wrapper.
std::vector<std::byte> takeCode(const void* code) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, code, sizeof(magic));
  if (magic == fatbin::wrapperMagic) {
    std::memcpy(&code, static_cast<const char*>(code) + 8, sizeof(code));
    std::memcpy(&magic, code, sizeof(magic));
  }
  const auto* first = static_cast<const std::byte*>(code);
  std::size_t bytes = 0;
  if (magic == fatbin::dataMagic) {
    std::uint16_t header = 0;
    std::uint64_t body = 0;
    std::memcpy(&header, first + 6, sizeof(header));
    std::memcpy(&body, first + 8, sizeof(body));
    bytes = header + static_cast<std::size_t>(body);
  } else {
    bytes = std::strlen(static_cast<const char*>(code)) + 1;
  }
  return {first, first + bytes};
}

cudaError_t load(Runtime& runtime, cudaLibrary_t* handle, const std::vector<std::byte>& code) {
  auto library = std::make_unique<Library>();
  for (Context& context : runtime.contexts) library->fatbinary = context.registry.addLibrary(code);
  Context& here = runtime.current();
  Fatbinary& fatbinary = *here.registry.fatbinary(library->fatbinary);
  Registry::load(fatbinary, *here.device);
  if (!fatbinary.module) return runtime.refuse(fatbinary.failure.code, fatbinary.failure.message);
  for (const Kernel& kernel : fatbinary.module->kernels) {
    std::unique_ptr<char>& key = library->kernels[kernel.name];
    key = std::make_unique<char>();
    for (Context& context : runtime.contexts)
      context.registry.addFunction(context.registry.fatbinary(library->fatbinary), key.get(), kernel.name.c_str());
  }
  *handle = reinterpret_cast<cudaLibrary_t>(&runtime.libraries.add(std::move(library)));
  return cudaSuccess;
}

template <class Body>
cudaError_t withLibrary(cudaLibrary_t handle, Body&& body) {
  return call([&](Runtime& runtime) {
    Library* library = runtime.libraries.find(handle);
    return library == nullptr ? runtime.refuse(cudaErrorInvalidResourceHandle, "not a loaded library")
                              : body(runtime, *library);
  });
}

/// The variable called `name`; the library is loaded on the current device if it was not.
cudaError_t variable(Runtime& runtime, const Library& library, const char* name, bool managed, void** address,
                     std::size_t* bytes) {
  if (name == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no name");
  Context& here = runtime.current();
  Fatbinary& fatbinary = *here.registry.fatbinary(library.fatbinary);
  Registry::load(fatbinary, *here.device);
  if (!fatbinary.module) return runtime.refuse(fatbinary.failure.code, fatbinary.failure.message);
  for (const Module::Variable& each : fatbinary.module->variables) {
    if (each.name != name) continue;
    const Result<AllocationInfo> info = here.device->find(each.address);
    if (managed && (!info || info->kind != MemoryKind::managed)) break;
    if (address != nullptr) *address = reinterpret_cast<void*>(each.address);
    if (bytes != nullptr) *bytes = each.bytes;
    return cudaSuccess;
  }
  return runtime.refuse(cudaErrorSymbolNotFound, fmt::format("the library has no such variable {}", name));
}

}  // namespace

CUDART_API cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, const int*, void**, unsigned,
                                           const int*, void**, unsigned) {
  return call([&](Runtime& runtime) {
    if (library == nullptr || code == nullptr) return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
    return load(runtime, library, takeCode(code));
  });
}

CUDART_API cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* name, const int*, void**, unsigned,
                                               const int*, void**, unsigned) {
  return call([&](Runtime& runtime) {
    if (library == nullptr || name == nullptr) return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
    std::ifstream file(name, std::ios::binary);
    if (!file) return runtime.refuse(cudaErrorFileNotFound, fmt::format("cannot read {}", name));
    std::vector<char> text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    text.push_back('\0');
    return load(runtime, library, takeCode(text.data()));
  });
}

CUDART_API cudaError_t cudaLibraryUnload(cudaLibrary_t handle) {
  return withLibrary(handle, [](Runtime& runtime, Library& library) {
    for (Context& context : runtime.contexts)
      context.registry.removeFatbinary(context.registry.fatbinary(library.fatbinary));
    runtime.libraries.remove(library);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaLibraryGetKernelCount(unsigned* count, cudaLibrary_t handle) {
  return withLibrary(handle, [&](Runtime& runtime, const Library& library) {
    if (count == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the count");
    *count = static_cast<unsigned>(library.kernels.size());
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaLibraryEnumerateKernels(const void** kernels, unsigned count, cudaLibrary_t handle) {
  return withLibrary(handle, [&](Runtime& runtime, const Library& library) {
    if (kernels == nullptr || count == 0) return runtime.refuse(cudaErrorInvalidValue, "no place to put kernels");
    for (const auto& [name, key] : library.kernels) {
      if (count-- == 0) break;
      *kernels++ = key.get();
    }
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaLibraryGetKernel(const void** kernel, cudaLibrary_t handle, const char* name) {
  return withLibrary(handle, [&](Runtime& runtime, const Library& library) {
    if (kernel == nullptr || name == nullptr) return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
    const auto found = library.kernels.find(name);
    if (found == library.kernels.end())
      return runtime.refuse(cudaErrorSymbolNotFound, fmt::format("the library has no kernel {}", name));
    *kernel = found->second.get();
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaLibraryGetGlobal(void** address, std::size_t* bytes, cudaLibrary_t handle,
                                            const char* name) {
  return withLibrary(handle, [&](Runtime& runtime, const Library& library) {
    return variable(runtime, library, name, false, address, bytes);
  });
}
CUDART_API cudaError_t cudaLibraryGetManaged(void** address, std::size_t* bytes, cudaLibrary_t handle,
                                             const char* name) {
  return withLibrary(handle, [&](Runtime& runtime, const Library& library) {
    return variable(runtime, library, name, true, address, bytes);
  });
}

}  // namespace gpusim::cudart
