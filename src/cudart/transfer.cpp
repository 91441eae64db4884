#include "cudart/transfer.h"

#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "sim/memory/managed_pages.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

DeviceAddress toAddress(const void* pointer) { return reinterpret_cast<DeviceAddress>(pointer); }

bool isHosts(Home home) { return home == Home::pageable || home == Home::registered; }
bool onHostSide(Home home) { return isHosts(home) || home == Home::pinned; }

/// "" when the bytes from `start` on lie in one live allocation or belong to the host alone.
std::string outside(Runtime& runtime, const void* start, Home home, std::size_t pitch, std::size_t slice,
                    const Box& box) {
  if (isHosts(home)) return {};
  std::size_t rows = 0, bytes = 0;
  if (__builtin_mul_overflow(slice, box.depth - 1, &bytes) || __builtin_mul_overflow(pitch, box.height - 1, &rows) ||
      __builtin_add_overflow(bytes, rows, &bytes) || __builtin_add_overflow(bytes, box.width, &bytes)) {
    return "pitch times height is larger than any memory";
  }
  const Result<AllocationInfo> allocation = runtime.ownerOf(start)->device->find(toAddress(start));
  if (!allocation) return allocation.error().message;
  const std::uint64_t offset = toAddress(start) - allocation->base;
  if (bytes <= allocation->bytes - offset) return {};
  return fmt::format("the copy covers {} bytes and the allocation of {} bytes has {} left from there", bytes,
                     allocation->bytes, allocation->bytes - offset);
}

/// "" when pointers and direction agree. A card looks only at the side that the direction calls the device's (H200,
/// CUDA 13.0): a copy "to the device" from device memory, or "on the host" to it, goes through.
std::string wrongDirection(int kind, Home to, Home from) {
  const bool toDevice = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool fromDevice = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (toDevice && to == Home::pageable) return "the direction is to the device, and the destination is host memory";
  if (fromDevice && from == Home::pageable) return "the direction is from the device, and the source is host memory";
  return {};
}

Status runRow(const CopyWork& work, char* to, const char* from, std::vector<char>& between) {
  const std::size_t bytes = work.box.width;
  if (work.to == nullptr && work.from == nullptr) {
    std::memmove(to, from, bytes);
    return ok();
  }
  if (work.from == nullptr) return work.to->device->copyToDevice(toAddress(to), from, bytes);
  if (work.to == nullptr) return work.from->device->copyToHost(to, toAddress(from), bytes);
  if (work.to == work.from) return work.to->device->copyOnDevice(toAddress(to), toAddress(from), bytes);
  between.resize(bytes);
  const Status read = work.from->device->copyToHost(between.data(), toAddress(from), bytes);
  return read ? work.to->device->copyToDevice(toAddress(to), between.data(), bytes) : read;
}

/// The source as it is now, in a buffer that the queued copy owns: what a card's runtime stages from pageable memory.
void stage(CopyWork& work) {
  Box& box = work.box;
  work.staged = std::make_shared<std::vector<char>>(box.bytes());
  char* at = work.staged->data();
  for (std::size_t slice = 0; slice < box.depth; ++slice) {
    for (std::size_t line = 0; line < box.height; ++line, at += box.width)
      std::memcpy(at, static_cast<const char*>(box.from) + slice * box.fromSlice + line * box.fromPitch, box.width);
  }
  box.from = work.staged->data();
  box.fromPitch = box.width;
  box.fromSlice = box.width * box.height;
}

/// Null-pointer and pitch rules common to copies and fills; cudaSuccess with `nothing` set when no byte moves.
cudaError_t checkShape(Runtime& runtime, const Box& box, bool hasSource, bool& nothing) {
  nothing = box.width == 0 || box.height == 0 || box.depth == 0;
  if (nothing) return cudaSuccess;
  if (box.to == nullptr || (hasSource && box.from == nullptr))
    return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
  const bool overlap = box.toPitch < box.width || (hasSource && box.fromPitch < box.width);
  if (overlap)
    return runtime.refuse(box.height > 1 && hasSource ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue,
                          "the pitch is smaller than the width");
  return cudaSuccess;
}

/// Writes `bytes` of a pattern of 2 or 4 bytes at a device address.
Status repeat(Device& device, DeviceAddress to, unsigned value, unsigned element, std::size_t bytes) {
  std::vector<char> pattern(bytes);
  for (std::size_t at = 0; at + element <= bytes; at += element) std::memcpy(pattern.data() + at, &value, element);
  return device.copyToDevice(to, pattern.data(), bytes);
}

}  // namespace

const std::pair<const char* const, RegisteredMemory>* registrationOf(const Runtime& runtime, const void* pointer) {
  const auto* at = static_cast<const char*>(pointer);
  auto after = runtime.registered.upper_bound(at);
  if (after == runtime.registered.begin()) return nullptr;
  --after;
  return static_cast<std::size_t>(at - after->first) < after->second.bytes ? &*after : nullptr;
}

Home homeOf(Runtime& runtime, const void* pointer) {
  const Context* owner = runtime.ownerOf(pointer);
  if (owner == nullptr) return registrationOf(runtime, pointer) != nullptr ? Home::registered : Home::pageable;
  const Result<AllocationInfo> allocation = owner->device->find(toAddress(pointer));
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

cudaError_t plan(Runtime& runtime, const Box& box, int kind, CopyWork& work) {
  work.box = box;
  work.kind = kind;
  work.context = &runtime.current();
  if (box.bytes() != 0 && (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault))
    return runtime.refuse(cudaErrorInvalidMemcpyDirection, fmt::format("{} is no direction", kind));
  bool nothing = false;
  if (const cudaError_t error = checkShape(runtime, box, true, nothing); error != cudaSuccess || nothing) return error;
  const Home to = homeOf(runtime, box.to), from = homeOf(runtime, box.from);
  std::string problem = wrongDirection(kind, to, from);
  if (problem.empty()) problem = outside(runtime, box.to, to, box.toPitch, box.toSlice, box);
  if (problem.empty()) problem = outside(runtime, box.from, from, box.fromPitch, box.fromSlice, box);
  if (!problem.empty()) return runtime.refuse(cudaErrorInvalidValue, problem);
  // Pinned and managed memory is written through its device, which then knows that its bytes are initialised.
  work.to = isHosts(to) ? nullptr : runtime.ownerOf(box.to);
  work.from = isHosts(from) ? nullptr : runtime.ownerOf(box.from);
  work.path = onHostSide(to) ? (onHostSide(from) ? Path::hostToHost : Path::deviceToHost)
                             : (onHostSide(from) ? Path::hostToDevice : Path::onDevice);
  return cudaSuccess;
}

cudaError_t copy(Runtime& runtime, const Box& box, int kind, When when, cudaStream_t handle) {
  Stream* stream = runtime.stream(handle);
  if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "the copy names no live stream");
  CopyWork work;
  if (const cudaError_t error = plan(runtime, box, kind, work); error != cudaSuccess || box.bytes() == 0) return error;
  work.context = &runtime.contextOf(*stream);
  const Home to = homeOf(runtime, box.to);
  const Path path = work.path;
  const bool captured = stream->capture != nullptr;
  if (!captured && when == When::async && path == Path::hostToDevice && homeOf(runtime, box.from) == Home::pageable) {
    stage(work);
    return runtime.enqueue(*stream, std::move(work));
  }
  OperationPointer queued;
  if (const cudaError_t error = runtime.enqueue(*stream, std::move(work), &queued); error != cudaSuccess || captured)
    return error;
  const bool deviceOnly = path == Path::onDevice && to == Home::device;
  const bool hostWaits = when == When::blocking ? !deviceOnly : path == Path::hostToHost || to == Home::pageable;
  return hostWaits ? runtime.waitFor(queued, *stream) : cudaSuccess;
}

double runCopy(Runtime& runtime, const CopyWork& work) {
  const Box& box = work.box;
  std::vector<char> between;
  for (std::size_t slice = 0; slice < box.depth; ++slice) {
    for (std::size_t line = 0; line < box.height; ++line) {
      const Status done =
          runRow(work, static_cast<char*>(box.to) + slice * box.toSlice + line * box.toPitch,
                 static_cast<const char*>(box.from) + slice * box.fromSlice + line * box.fromPitch, between);
      if (done) continue;
      // It was legal when it was asked for: the allocation was freed since.
      runtime.fault(*work.context, cudaErrorIllegalAddress, fmt::format("queued copy: {}", done.error().message));
      return 0;
    }
  }
  if (work.from != nullptr)
    for (const Finding& finding : work.from->device->takeFindings()) runtime.journal.add(finding);
  if (work.path == Path::hostToDevice) runtime.copiedToDevice += box.bytes();
  if (work.path == Path::deviceToHost) runtime.copiedToHost += box.bytes();
  if (work.path == Path::hostToHost) return 0;
  return work.context->device->modelledCopySeconds(box.bytes(), work.path == Path::onDevice && work.to == work.from);
}

cudaError_t plan(Runtime& runtime, const Box& box, unsigned value, unsigned element, FillWork& work) {
  work.box = box;
  work.value = value;
  work.element = element;
  work.context = &runtime.current();
  bool nothing = false;
  if (const cudaError_t error = checkShape(runtime, box, false, nothing); error != cudaSuccess || nothing) return error;
  const Home home = homeOf(runtime, box.to);
  if (isHosts(home)) return runtime.refuse(cudaErrorInvalidValue, "cudaMemset cannot write the host's own memory");
  if (const std::string problem = outside(runtime, box.to, home, box.toPitch, box.toSlice, box); !problem.empty())
    return runtime.refuse(cudaErrorInvalidValue, problem);
  work.context = runtime.ownerOf(box.to);
  const Context& here = runtime.current();
  if (home == Home::device && work.context != &here && here.peers.count(work.context->ordinal) == 0)
    return runtime.refuse(cudaErrorInvalidValue, "the memory is another device's, without peer access");
  return cudaSuccess;
}

cudaError_t fill(Runtime& runtime, const Box& box, int value, When when, cudaStream_t handle) {
  Stream* stream = runtime.stream(handle);
  if (stream == nullptr) return runtime.refuse(cudaErrorInvalidResourceHandle, "the fill names no live stream");
  FillWork work;
  const cudaError_t error = plan(runtime, box, static_cast<std::uint8_t>(value), 1, work);
  if (error != cudaSuccess || box.bytes() == 0) return error;
  const bool deviceOnly = homeOf(runtime, box.to) == Home::device;
  OperationPointer queued;
  if (const cudaError_t refused = runtime.enqueue(*stream, work, &queued); refused != cudaSuccess || !queued)
    return refused;
  // The host may read managed and pinned memory at once, so the plain call waits for those.
  return when == When::blocking && !deviceOnly ? runtime.waitFor(queued, *stream) : cudaSuccess;
}

double runFill(Runtime& runtime, const FillWork& work) {
  const Box& box = work.box;
  Device& device = *work.context->device;
  for (std::size_t slice = 0; slice < box.depth; ++slice) {
    for (std::size_t line = 0; line < box.height; ++line) {
      const DeviceAddress to = toAddress(box.to) + slice * box.toSlice + line * box.toPitch;
      if (ManagedPages* pages = device.pages()) {
        pages->deviceTouch(to, to + box.width, true);
        pages->settle();
      }
      const Status done = work.element == 1 ? device.fill(to, static_cast<std::uint8_t>(work.value), box.width)
                                            : repeat(device, to, work.value, work.element, box.width);
      if (done) continue;
      runtime.fault(*work.context, cudaErrorIllegalAddress, fmt::format("queued fill: {}", done.error().message));
      return 0;
    }
  }
  return device.modelledCopySeconds(box.bytes(), true);
}

cudaError_t boxOf(Runtime& runtime, const cudaMemcpy3DParms& p, Box& box) {
  if (p.srcArray != nullptr || p.dstArray != nullptr)
    return runtime.refuse(cudaErrorNotSupported, "CUDA arrays are not simulated");
  if (p.srcPtr.ptr == nullptr || p.dstPtr.ptr == nullptr)
    return runtime.refuse(cudaErrorInvalidValue, "a 3D copy needs a source and a destination");
  const auto fits = [&](const cudaPitchedPtr& side, const cudaPos& at) {
    return at.x + p.extent.width <= side.pitch && (p.extent.depth <= 1 || at.y + p.extent.height <= side.ysize);
  };
  if (!fits(p.srcPtr, p.srcPos) || !fits(p.dstPtr, p.dstPos))
    return runtime.refuse(cudaErrorInvalidPitchValue, "the extent reaches past a row's pitch or a slice's rows");
  const auto start = [](const cudaPitchedPtr& side, const cudaPos& at) {
    return static_cast<char*>(side.ptr) + (at.z * side.ysize + at.y) * side.pitch + at.x;
  };
  box = {start(p.dstPtr, p.dstPos),
         p.dstPtr.pitch,
         p.dstPtr.pitch * p.dstPtr.ysize,
         start(p.srcPtr, p.srcPos),
         p.srcPtr.pitch,
         p.srcPtr.pitch * p.srcPtr.ysize,
         p.extent.width,
         p.extent.height,
         p.extent.depth};
  return cudaSuccess;
}

}  // namespace gpusim::cudart
