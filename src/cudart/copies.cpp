// cudaMemcpy and cudaMemset in their forms: plain, 2D, asynchronous, per-thread default stream.
#include "cudart/transfer.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

cudaError_t copyRow(void* to, const void* from, std::size_t bytes, int kind, When when, cudaStream_t stream) {
  return call([&](Runtime& runtime) { return copy(runtime, row(to, from, bytes), kind, when, stream); });
}

cudaError_t copyRows(const Box& box, int kind, When when, cudaStream_t stream) {
  return call([&](Runtime& runtime) { return copy(runtime, box, kind, when, stream); });
}

cudaError_t fillRows(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height, When when,
                     cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    return fill(runtime, {to, pitch, 0, nullptr, 0, 0, width, height}, value, when, stream);
  });
}

constexpr cudaStream_t legacyStream = nullptr;

}  // namespace

CUDART_API cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
  return copyRow(to, from, bytes, kind, When::blocking, legacyStream);
}
CUDART_API cudaError_t cudaMemcpy_ptds(void* to, const void* from, std::size_t bytes, int kind) {
  return copyRow(to, from, bytes, kind, When::blocking, perThread(nullptr));
}
CUDART_API cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, cudaStream_t stream) {
  return copyRow(to, from, bytes, kind, When::async, stream);
}
CUDART_API cudaError_t cudaMemcpyAsync_ptsz(void* to, const void* from, std::size_t bytes, int kind,
                                            cudaStream_t stream) {
  return copyRow(to, from, bytes, kind, When::async, perThread(stream));
}

CUDART_API cudaError_t cudaMemcpy2D(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                                    std::size_t width, std::size_t height, int kind) {
  return copyRows({to, toPitch, 0, from, fromPitch, 0, width, height}, kind, When::blocking, legacyStream);
}
CUDART_API cudaError_t cudaMemcpy2D_ptds(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                                         std::size_t width, std::size_t height, int kind) {
  return copyRows({to, toPitch, 0, from, fromPitch, 0, width, height}, kind, When::blocking, perThread(nullptr));
}
CUDART_API cudaError_t cudaMemcpy2DAsync(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                                         std::size_t width, std::size_t height, int kind, cudaStream_t stream) {
  return copyRows({to, toPitch, 0, from, fromPitch, 0, width, height}, kind, When::async, stream);
}
CUDART_API cudaError_t cudaMemcpy2DAsync_ptsz(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                                              std::size_t width, std::size_t height, int kind, cudaStream_t stream) {
  return copyRows({to, toPitch, 0, from, fromPitch, 0, width, height}, kind, When::async, perThread(stream));
}

CUDART_API cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  return fillRows(to, bytes, value, bytes, 1, When::blocking, legacyStream);
}
CUDART_API cudaError_t cudaMemset_ptds(void* to, int value, std::size_t bytes) {
  return fillRows(to, bytes, value, bytes, 1, When::blocking, perThread(nullptr));
}
CUDART_API cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  return fillRows(to, bytes, value, bytes, 1, When::async, stream);
}
CUDART_API cudaError_t cudaMemsetAsync_ptsz(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  return fillRows(to, bytes, value, bytes, 1, When::async, perThread(stream));
}
CUDART_API cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return fillRows(to, pitch, value, width, height, When::blocking, legacyStream);
}
CUDART_API cudaError_t cudaMemset2D_ptds(void* to, std::size_t pitch, int value, std::size_t width,
                                         std::size_t height) {
  return fillRows(to, pitch, value, width, height, When::blocking, perThread(nullptr));
}
CUDART_API cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                                         cudaStream_t stream) {
  return fillRows(to, pitch, value, width, height, When::async, stream);
}
CUDART_API cudaError_t cudaMemset2DAsync_ptsz(void* to, std::size_t pitch, int value, std::size_t width,
                                              std::size_t height, cudaStream_t stream) {
  return fillRows(to, pitch, value, width, height, When::async, perThread(stream));
}

}  // namespace gpusim::cudart
