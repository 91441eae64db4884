#pragma once
// The calls that C++ programs make with pointers of a type, with variables and with kernels themselves.
#include "cuda_runtime_api.h"

template <class T>
inline cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
  return cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
template <class T>
inline cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
inline cudaError_t cudaMallocHost(T** pointer, std::size_t bytes, unsigned flags = cudaHostAllocDefault) {
  return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
inline cudaError_t cudaHostAlloc(T** pointer, std::size_t bytes, unsigned flags) {
  return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** devicePointer, void* pointer, unsigned flags) {
  return cudaHostGetDevicePointer(reinterpret_cast<void**>(devicePointer), pointer, flags);
}
template <class T>
inline cudaError_t cudaMallocPitch(T** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  return cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}

template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol(static_cast<const void*>(&symbol), from, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = nullptr) {
  return cudaMemcpyToSymbolAsync(static_cast<const void*>(&symbol), from, bytes, offset, kind, stream);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, static_cast<const void*>(&symbol), bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = nullptr) {
  return cudaMemcpyFromSymbolAsync(to, static_cast<const void*>(&symbol), bytes, offset, kind, stream);
}
template <class T>
inline cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudaGetSymbolAddress(pointer, static_cast<const void*>(&symbol));
}
template <class T>
inline cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T& symbol) {
  return cudaGetSymbolSize(bytes, static_cast<const void*>(&symbol));
}

template <class Kernel>
inline cudaError_t cudaLaunchKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                                    std::size_t sharedBytes = 0, cudaStream_t stream = nullptr) {
  return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, sharedBytes, stream);
}
template <class Kernel>
inline cudaError_t cudaLaunchCooperativeKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                                               std::size_t sharedBytes = 0, cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, sharedBytes,
                                     stream);
}
template <class Kernel>
inline cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <class Kernel>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class Kernel>
inline cudaError_t cudaFuncSetCacheConfig(Kernel* kernel, cudaFuncCache config) {
  return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), config);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel* kernel, int threads,
                                                                 std::size_t sharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(kernel), threads,
                                                       sharedBytes);
}

/// The block size, a multiple of a warp, with which most threads of `kernel` are on a multiprocessor at once, and the
/// number of blocks that fill the device.
template <class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize, Kernel kernel,
                                                      std::size_t sharedBytes = 0, int largest = 0) {
  int device = 0, processors = 0, mostThreads = 0;
  cudaFuncAttributes attributes{};
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel));
  constexpr int warp = 32;
  const int limit = largest > 0 && largest < attributes.maxThreadsPerBlock ? largest : attributes.maxThreadsPerBlock;
  for (int threads = (limit + warp - 1) / warp * warp; threads > 0 && error == cudaSuccess; threads -= warp) {
    const int size = threads < limit ? threads : limit;
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reinterpret_cast<const void*>(kernel), size,
                                                          sharedBytes);
    if (blocks * size <= mostThreads) continue;
    mostThreads = blocks * size;
    *blockSize = size;
    *gridSize = blocks * processors;
  }
  return error;
}

inline cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth) {
  return cudaExtent{width, height, depth};
}
inline cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) { return cudaPos{x, y, z}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, std::size_t pitch, std::size_t width, std::size_t height) {
  return cudaPitchedPtr{pointer, pitch, width, height};
}
