// Three dimensions: cudaMalloc3D, cudaMemcpy3D and cudaMemset3D, and copies that name their devices.
#include <fmt/format.h>

#include "cudart/transfer.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

constexpr cudaStream_t legacyStream = nullptr;

cudaError_t copyVolume(const cudaMemcpy3DParms* parameters, When when, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (parameters == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no parameters");
    Box box;
    const cudaError_t error = boxOf(runtime, *parameters, box);
    return error == cudaSuccess ? copy(runtime, box, parameters->kind, when, stream) : error;
  });
}

cudaError_t fillVolume(const cudaPitchedPtr& to, int value, const cudaExtent& extent, When when, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    const Box box{to.ptr, to.pitch, to.pitch * to.ysize, nullptr, 0, 0, extent.width, extent.height, extent.depth};
    if (box.bytes() != 0 && (extent.width > to.pitch || (extent.depth > 1 && extent.height > to.ysize)))
      return runtime.refuse(cudaErrorInvalidValue, "the extent reaches past a row's pitch or a slice's rows");
    return fill(runtime, box, value, when, stream);
  });
}

/// Peer copies name the devices; the pointers say the same, and the pointers decide.
cudaError_t checkDevices(Runtime& runtime, int to, int from) {
  for (const int ordinal : {to, from}) {
    if (runtime.context(ordinal) == nullptr) return runtime.refuseDevice(ordinal);
  }
  return cudaSuccess;
}

cudaError_t copyPeer(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes, When when,
                     cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    const cudaError_t error = checkDevices(runtime, toDevice, fromDevice);
    return error == cudaSuccess ? copy(runtime, row(to, from, bytes), cudaMemcpyDefault, when, stream) : error;
  });
}

cudaError_t copyVolumePeer(const cudaMemcpy3DPeerParms* p, When when, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (p == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no parameters");
    cudaError_t error = checkDevices(runtime, p->dstDevice, p->srcDevice);
    Box box;
    if (error == cudaSuccess)
      error = boxOf(runtime, {p->srcArray, p->srcPos, p->srcPtr, p->dstArray, p->dstPos, p->dstPtr, p->extent, 0}, box);
    return error == cudaSuccess ? copy(runtime, box, cudaMemcpyDefault, when, stream) : error;
  });
}

}  // namespace

CUDART_API cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) { return copyVolume(p, When::blocking, legacyStream); }
CUDART_API cudaError_t cudaMemcpy3D_ptds(const cudaMemcpy3DParms* p) {
  return copyVolume(p, When::blocking, perThread(nullptr));
}
CUDART_API cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return copyVolume(p, When::async, stream);
}
CUDART_API cudaError_t cudaMemcpy3DAsync_ptsz(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return copyVolume(p, When::async, perThread(stream));
}
CUDART_API cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return fillVolume(to, value, extent, When::blocking, legacyStream);
}
CUDART_API cudaError_t cudaMemset3D_ptds(cudaPitchedPtr to, int value, cudaExtent extent) {
  return fillVolume(to, value, extent, When::blocking, perThread(nullptr));
}
CUDART_API cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
  return fillVolume(to, value, extent, When::async, stream);
}
CUDART_API cudaError_t cudaMemset3DAsync_ptsz(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
  return fillVolume(to, value, extent, When::async, perThread(stream));
}
CUDART_API cudaError_t cudaMemcpyPeer(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes) {
  return copyPeer(to, toDevice, from, fromDevice, bytes, When::blocking, legacyStream);
}
CUDART_API cudaError_t cudaMemcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes,
                                           cudaStream_t stream) {
  return copyPeer(to, toDevice, from, fromDevice, bytes, When::async, stream);
}
CUDART_API cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  return copyVolumePeer(p, When::blocking, legacyStream);
}
CUDART_API cudaError_t cudaMemcpy3DPeer_ptds(const cudaMemcpy3DPeerParms* p) {
  return copyVolumePeer(p, When::blocking, perThread(nullptr));
}
CUDART_API cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return copyVolumePeer(p, When::async, stream);
}
CUDART_API cudaError_t cudaMemcpy3DPeerAsync_ptsz(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return copyVolumePeer(p, When::async, perThread(stream));
}

}  // namespace gpusim::cudart
