// __device__ and __constant__ variables, reached through the address of their host twins.
#include <fmt/format.h>

#include "cudart/transfer.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

/// The device address `offset` bytes into a symbol that has `bytes` from there on; null with `error` filled in.
void* inside(Runtime& runtime, const void* host, std::size_t bytes, std::size_t offset, cudaError_t& error) {
  const Symbol* symbol = runtime.symbol(host, error);
  if (symbol == nullptr) return nullptr;
  const std::size_t size = symbol->variable->bytes;
  if (offset > size || bytes > size - offset) {
    error = runtime.refuse(cudaErrorInvalidValue, fmt::format("{} has {} bytes, and the copy covers {} to {}",
                                                              symbol->name, size, offset, offset + bytes));
    return nullptr;
  }
  return reinterpret_cast<void*>(symbol->variable->address + offset);
}

cudaError_t copyTo(const void* host, const void* from, std::size_t bytes, std::size_t offset, int kind, When when,
                   cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    if (kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost)
      return runtime.refuse(cudaErrorInvalidMemcpyDirection, "a symbol is on the device");
    void* to = inside(runtime, host, bytes, offset, error);
    if (to == nullptr) return error;
    return copy(runtime, row(to, from, bytes), kind, when, stream);
  });
}

cudaError_t copyFrom(void* to, const void* host, std::size_t bytes, std::size_t offset, int kind, When when,
                     cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    if (kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice)
      return runtime.refuse(cudaErrorInvalidMemcpyDirection, "a symbol is on the device");
    const void* from = inside(runtime, host, bytes, offset, error);
    if (from == nullptr) return error;
    return copy(runtime, row(to, from, bytes), kind, when, stream);
  });
}

}  // namespace

CUDART_API cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                                          int kind) {
  return copyTo(symbol, from, bytes, offset, kind, When::blocking, nullptr);
}
CUDART_API cudaError_t cudaMemcpyToSymbol_ptds(const void* symbol, const void* from, std::size_t bytes,
                                               std::size_t offset, int kind) {
  return copyTo(symbol, from, bytes, offset, kind, When::blocking, perThread(nullptr));
}
CUDART_API cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                               std::size_t offset, int kind, cudaStream_t stream) {
  return copyTo(symbol, from, bytes, offset, kind, When::async, stream);
}
CUDART_API cudaError_t cudaMemcpyToSymbolAsync_ptsz(const void* symbol, const void* from, std::size_t bytes,
                                                    std::size_t offset, int kind, cudaStream_t stream) {
  return copyTo(symbol, from, bytes, offset, kind, When::async, perThread(stream));
}
CUDART_API cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                            int kind) {
  return copyFrom(to, symbol, bytes, offset, kind, When::blocking, nullptr);
}
CUDART_API cudaError_t cudaMemcpyFromSymbol_ptds(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                                 int kind) {
  return copyFrom(to, symbol, bytes, offset, kind, When::blocking, perThread(nullptr));
}
CUDART_API cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                                 int kind, cudaStream_t stream) {
  return copyFrom(to, symbol, bytes, offset, kind, When::async, stream);
}
CUDART_API cudaError_t cudaMemcpyFromSymbolAsync_ptsz(void* to, const void* symbol, std::size_t bytes,
                                                      std::size_t offset, int kind, cudaStream_t stream) {
  return copyFrom(to, symbol, bytes, offset, kind, When::async, perThread(stream));
}

CUDART_API cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    if (pointer == nullptr) return cudaErrorInvalidValue;
    const Symbol* found = runtime.symbol(symbol, error);
    if (found == nullptr) return error;
    *pointer = reinterpret_cast<void*>(found->variable->address);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    if (bytes == nullptr) return cudaErrorInvalidValue;
    const Symbol* found = runtime.symbol(symbol, error);
    if (found == nullptr) return error;
    *bytes = found->variable->bytes;
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
