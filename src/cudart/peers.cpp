// Devices that reach each other's memory.
#include <fmt/format.h>

#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

enum PeerAttribute : int { performanceRank = 1, accessSupported, nativeAtomics, arrayAccess, partialNativeAtomics };

/// Calls `body` with both devices.
template <class Body>
cudaError_t withDevices(int one, int other, Body&& body) {
  return call([&](Runtime& runtime) {
    Context *first = runtime.context(one), *second = runtime.context(other);
    if (first == nullptr || second == nullptr) return runtime.refuseDevice(first == nullptr ? one : other);
    return body(runtime, *first, *second);
  });
}

}  // namespace

CUDART_API cudaError_t cudaDeviceCanAccessPeer(int* can, int ordinal, int peer) {
  return withDevices(ordinal, peer, [&](Runtime& runtime, const Context&, const Context&) {
    if (can == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the answer");
    *can = ordinal != peer ? 1 : 0;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return call([&](Runtime& runtime) {
    Context& here = runtime.current();
    Context* there = runtime.context(peer);
    if (flags != 0) return runtime.refuse(cudaErrorInvalidValue, "flags of peer access are 0");
    if (there == nullptr) return runtime.refuseDevice(peer);
    if (there == &here) return runtime.refuse(cudaErrorPeerAccessUnsupported, "a device is no peer of itself");
    if (!here.peers.insert(peer).second)
      return runtime.refuse(cudaErrorPeerAccessAlreadyEnabled, "access is there already");
    runtime.wake(*there);
    here.device->reach(*there->device, true);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return call([&](Runtime& runtime) {
    Context& here = runtime.current();
    Context* there = runtime.context(peer);
    if (there == nullptr) return runtime.refuseDevice(peer);
    if (here.peers.erase(peer) == 0) return runtime.refuse(cudaErrorPeerAccessNotEnabled, "access was not given");
    runtime.scheduler.waitForAll();  // what was asked for while there was access still has it
    here.device->reach(*there->device, false);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceGetP2PAttribute(int* value, int attribute, int ordinal, int peer) {
  return withDevices(ordinal, peer, [&](Runtime& runtime, const Context&, const Context&) {
    if (ordinal == peer) return runtime.refuse(cudaErrorInvalidDevice, "a device is no peer of itself");
    if (value == nullptr || attribute < performanceRank || attribute > partialNativeAtomics)
      return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no attribute of a link", attribute));
    *value = attribute == accessSupported || attribute == nativeAtomics ? 1 : 0;
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
