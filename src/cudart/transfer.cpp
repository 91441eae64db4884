#include "cudart/transfer.h"

#include <fmt/format.h>

#include <cstring>
#include <vector>

namespace gpusim::cudart {

using namespace abi;

namespace {

DeviceAddress toAddress(const void* pointer) { return reinterpret_cast<DeviceAddress>(pointer); }

enum class Path { hostToHost, hostToDevice, deviceToHost, onDevice };

/// By who can read and write, whatever the program called the direction.
Path pathOf(Home to, Home from) {
  if (to == Home::pageable) return from == Home::pageable ? Path::hostToHost : Path::deviceToHost;
  // Pinned and managed memory is written through the device, which then knows that its bytes are initialised.
  return from == Home::device ? Path::onDevice : Path::hostToDevice;
}

/// "" when the bytes from `start` on lie in one live allocation or belong to the host alone.
std::string outside(const Device& device, const void* start, Home home, std::size_t pitch, const Rectangle& rectangle) {
  if (home == Home::pageable) return {};
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(pitch, rectangle.height - 1, &bytes) ||
      __builtin_add_overflow(bytes, rectangle.width, &bytes)) {
    return "pitch times height is larger than any memory";
  }
  const Result<AllocationInfo> allocation = device.find(toAddress(start));
  if (!allocation) return allocation.error().message;
  const std::uint64_t offset = toAddress(start) - allocation->base;
  if (bytes <= allocation->bytes - offset) return {};
  return fmt::format("the copy covers {} bytes and the allocation of {} bytes has {} left from there", bytes,
                     allocation->bytes, allocation->bytes - offset);
}

/// "" when pointers and direction agree. Managed and pinned memory may stand on either side.
std::string wrongDirection(int kind, Home to, Home from) {
  const bool toDevice = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool fromDevice = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (kind == cudaMemcpyDefault) return {};
  if (toDevice && to == Home::pageable) return "the direction is to the device, and the destination is host memory";
  if (fromDevice && from == Home::pageable) return "the direction is from the device, and the source is host memory";
  if (!toDevice && to == Home::device) return "the direction is to the host, and the destination is device memory";
  if (!fromDevice && from == Home::device) return "the direction is from the host, and the source is device memory";
  return {};
}

Status runRow(Device& device, Path path, void* to, const void* from, std::size_t bytes) {
  switch (path) {
    case Path::hostToHost:
      std::memmove(to, from, bytes);
      return ok();
    case Path::hostToDevice:
      return device.copyToDevice(toAddress(to), from, bytes);
    case Path::deviceToHost:
      return device.copyToHost(to, toAddress(from), bytes);
    case Path::onDevice:
      return device.copyOnDevice(toAddress(to), toAddress(from), bytes);
  }
  return ok();
}

double run(Runtime& runtime, Path path, const Rectangle& rectangle) {
  for (std::size_t row = 0; row < rectangle.height; ++row) {
    const Status done = runRow(runtime.device(), path, static_cast<char*>(rectangle.to) + row * rectangle.toPitch,
                               static_cast<const char*>(rectangle.from) + row * rectangle.fromPitch, rectangle.width);
    if (!done) {
      // It was legal when it was asked for: the allocation was freed since.
      runtime.fault(cudaErrorIllegalAddress, fmt::format("queued copy: {}", done.error().message));
      return 0;
    }
  }
  if (path == Path::hostToHost) return 0;
  return runtime.device().modelledCopySeconds(rectangle.width * rectangle.height, path == Path::onDevice);
}

Engine engineOf(Path path) {
  switch (path) {
    case Path::hostToDevice:
      return Engine::copyIn;
    case Path::deviceToHost:
      return Engine::copyOut;
    case Path::onDevice:
      return Engine::compute;
    case Path::hostToHost:
      break;
  }
  return Engine::none;
}

/// The source as it is now, in a buffer that the queued copy owns: what a card's runtime stages from pageable memory.
std::shared_ptr<std::vector<char>> stage(const Rectangle& rectangle) {
  auto buffer = std::make_shared<std::vector<char>>(rectangle.width * rectangle.height);
  for (std::size_t row = 0; row < rectangle.height; ++row) {
    std::memcpy(buffer->data() + row * rectangle.width,
                static_cast<const char*>(rectangle.from) + row * rectangle.fromPitch, rectangle.width);
  }
  return buffer;
}

/// Null-pointer and pitch rules common to copies and fills; cudaSuccess with `nothing` set when no byte moves.
cudaError_t checkShape(Runtime& runtime, const Rectangle& rectangle, bool hasSource, bool& nothing) {
  nothing = rectangle.width == 0 || rectangle.height == 0;
  if (nothing) return cudaSuccess;
  if (rectangle.to == nullptr || (hasSource && rectangle.from == nullptr))
    return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
  const bool overlap = rectangle.toPitch < rectangle.width || (hasSource && rectangle.fromPitch < rectangle.width);
  if (rectangle.height > 1 && overlap)
    return runtime.refuse(cudaErrorInvalidPitchValue, "the pitch is smaller than the width");
  return cudaSuccess;
}

}  // namespace

Home homeOf(const Device& device, const void* pointer) {
  if (!device.owns(toAddress(pointer))) return Home::pageable;
  const Result<AllocationInfo> allocation = device.find(toAddress(pointer));
  if (!allocation) return Home::device;
  switch (allocation->kind) {
    case MemoryKind::managed:
      return Home::managed;
    case MemoryKind::pinned:
      return Home::pinned;
    case MemoryKind::heap:
    case MemoryKind::device:
      break;
  }
  return Home::device;
}

cudaError_t copy(Runtime& runtime, const Rectangle& rectangle, int kind, When when, cudaStream_t handle) {
  Stream* stream = runtime.stream(handle);
  if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "the copy names no live stream");
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return runtime.refuse(cudaErrorInvalidMemcpyDirection, fmt::format("{} is no direction", kind));
  bool nothing = false;
  if (const cudaError_t error = checkShape(runtime, rectangle, true, nothing); error != cudaSuccess || nothing)
    return error;

  const Device& device = runtime.device();
  const Home to = homeOf(device, rectangle.to), from = homeOf(device, rectangle.from);
  std::string problem = wrongDirection(kind, to, from);
  if (problem.empty()) problem = outside(device, rectangle.to, to, rectangle.toPitch, rectangle);
  if (problem.empty()) problem = outside(device, rectangle.from, from, rectangle.fromPitch, rectangle);
  if (!problem.empty()) return runtime.refuse(cudaErrorInvalidValue, problem);

  const Path path = pathOf(to, from);
  if (when == When::async && from == Home::pageable && path == Path::hostToDevice) {
    auto staged = stage(rectangle);
    Rectangle fromStage = rectangle;
    fromStage.from = staged->data();
    fromStage.fromPitch = rectangle.width;
    runtime.submit(*stream, engineOf(path),
                   [&runtime, path, fromStage, staged] { return run(runtime, path, fromStage); });
    return cudaSuccess;
  }
  const OperationPointer operation =
      runtime.submit(*stream, engineOf(path), [&runtime, path, rectangle] { return run(runtime, path, rectangle); });
  const bool deviceOnly = path == Path::onDevice && to == Home::device;
  const bool hostWaits = when == When::blocking ? !deviceOnly : path == Path::hostToHost || to == Home::pageable;
  return hostWaits ? runtime.waitFor(operation) : cudaSuccess;
}

cudaError_t fill(Runtime& runtime, const Rectangle& rectangle, int value, When when, cudaStream_t handle) {
  Stream* stream = runtime.stream(handle);
  if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "the fill names no live stream");
  bool nothing = false;
  if (const cudaError_t error = checkShape(runtime, rectangle, false, nothing); error != cudaSuccess || nothing)
    return error;
  const Home home = homeOf(runtime.device(), rectangle.to);
  if (home == Home::pageable)
    return runtime.refuse(cudaErrorInvalidValue, "cudaMemset cannot write the host's own memory");
  if (const std::string problem = outside(runtime.device(), rectangle.to, home, rectangle.toPitch, rectangle);
      !problem.empty()) {
    return runtime.refuse(cudaErrorInvalidValue, problem);
  }
  const auto byte = static_cast<std::uint8_t>(value);
  const OperationPointer operation = runtime.submit(*stream, Engine::compute, [&runtime, rectangle, byte] {
    for (std::size_t row = 0; row < rectangle.height; ++row) {
      const Status done =
          runtime.device().fill(toAddress(rectangle.to) + row * rectangle.toPitch, byte, rectangle.width);
      if (!done) {
        runtime.fault(cudaErrorIllegalAddress, fmt::format("queued fill: {}", done.error().message));
        return 0.0;
      }
    }
    return runtime.device().modelledCopySeconds(rectangle.width * rectangle.height, true);
  });
  // The host may read managed and pinned memory at once, so the plain call waits for those.
  return when == When::blocking && home != Home::device ? runtime.waitFor(operation) : cudaSuccess;
}

}  // namespace gpusim::cudart
