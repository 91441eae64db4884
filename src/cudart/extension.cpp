// gpusim.h: what a program may ask beyond the CUDA runtime API.
#include <cstring>

#include "cudart/abi.h"
#include "cudart/gpusim.h"
#include "cudart/runtime.h"
#include "sim/memory/managed_pages.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

/// Copies `text` with its final 0 when it fits; its length either way.
std::size_t deliver(const std::string& text, char* out, std::size_t capacity, bool& delivered) {
  delivered = out != nullptr && capacity > text.size();
  if (delivered) std::memcpy(out, text.c_str(), text.size() + 1);
  return text.size();
}

}  // namespace

CUDART_API int gpusimVersion() { return 1; }

CUDART_API void gpusimSetSeed(std::uint64_t seed) {
  call([&](Runtime& runtime) {
    runtime.programTakesFindings = true;
    runtime.waitForAll();
    for (Context& context : runtime.contexts) {
      if (context.device) context.device->options().seed = seed;
    }
    runtime.settings.seed = seed;
    runtime.scheduler.setSeed(seed);
    return cudaSuccess;
  });
}

CUDART_API void gpusimSetChecks(std::uint32_t tools) {
  call([&](Runtime& runtime) {
    runtime.programTakesFindings = true;
    runtime.waitForAll();
    for (Context& context : runtime.contexts) {
      if (context.device) context.device->options().tools = tools & allTools;
    }
    runtime.settings.tools = tools & allTools;
    return cudaSuccess;
  });
}

CUDART_API void gpusimSetCounters(int mode) {
  call([&](Runtime& runtime) {
    runtime.waitForAll();
    runtime.settings.counting = mode == 0 ? Counting::off : mode == 2 ? Counting::forEvents : Counting::on;
    return cudaSuccess;
  });
}

CUDART_API int gpusimMarkUnwritten(void* pointer, std::size_t bytes) {
  return call([&](Runtime& runtime) {
    runtime.programTakesFindings = true;
    runtime.waitForAll();
    const Status done = runtime.device().markUnwritten(reinterpret_cast<DeviceAddress>(pointer), bytes);
    return done ? cudaSuccess : runtime.refuse(done.error());
  });
}

CUDART_API void gpusimCopiedBytes(std::uint64_t* bytes) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  if (runtime.hasDevice()) runtime.waitForAll();
  bytes[0] = runtime.copiedToDevice;
  bytes[1] = runtime.copiedToHost;
}

CUDART_API int gpusimWatchPages() {
  int watched = 0;
  call([&](Runtime& runtime) {
    runtime.settings.pages = true;
    watched = runtime.device().watchPages() != nullptr ? 1 : 0;
    return cudaSuccess;
  });
  return watched;
}

CUDART_API int gpusimPageCounts(const void* pointer, std::size_t bytes, std::uint64_t* counts) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  if (!runtime.hasDevice()) return 0;
  runtime.waitForAll();
  const Context* owner = pointer == nullptr ? &runtime.current() : runtime.ownerOf(pointer);
  const ManagedPages* pages = owner == nullptr || owner->device == nullptr ? nullptr : owner->device->pages();
  if (pages == nullptr) return 0;
  const PageCounts sum =
      pointer == nullptr ? pages->totals() : pages->counts(reinterpret_cast<DeviceAddress>(pointer), bytes);
  const std::uint64_t all[] = {sum.deviceFaults,       sum.hostFaults,       sum.movedToDevice, sum.movedToHost,
                               sum.prefetchedToDevice, sum.prefetchedToHost, sum.onDevice,      sum.onHost};
  std::memcpy(counts, all, sizeof all);
  return 1;
}

CUDART_API void gpusimLend(void* memory, std::size_t bytes, unsigned flags) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  if (bytes == 0)
    runtime.lent.erase(static_cast<std::byte*>(memory));
  else
    runtime.lent[static_cast<std::byte*>(memory)] = {bytes, flags};
}

// Both takers work after a fault too: what led to it is what the program wants to know.
CUDART_API std::size_t gpusimTakeFindings(char* json, std::size_t capacity) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  runtime.programTakesFindings = true;
  if (runtime.hasDevice()) runtime.waitForAll();
  bool delivered = false;
  const std::size_t length = deliver(runtime.journal.findingsJson(), json, capacity, delivered);
  if (delivered) runtime.journal.forgetFindings();
  return length;
}

CUDART_API std::size_t gpusimTakeLaunches(char* json, std::size_t capacity) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  if (runtime.hasDevice()) runtime.waitForAll();
  bool delivered = false;
  const std::size_t length = deliver(runtime.journal.launchesJson(runtime.settings.work), json, capacity, delivered);
  if (delivered) runtime.journal.forgetLaunches();
  return length;
}

CUDART_API void gpusimSetSampling(int on) {
  call([&](Runtime& runtime) {
    runtime.waitForAll();
    for (Context& context : runtime.contexts) {
      if (context.device) context.device->options().samples = on != 0;
    }
    return cudaSuccess;
  });
}

CUDART_API std::size_t gpusimTakeLines(char* json, std::size_t capacity) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  if (runtime.hasDevice()) runtime.waitForAll();
  bool delivered = false;
  const std::size_t length = deliver(runtime.lines.json(), json, capacity, delivered);
  if (delivered) runtime.lines.forget();
  return length;
}

CUDART_API std::size_t gpusimLastErrorMessage(char* text, std::size_t capacity) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  bool delivered = false;
  return deliver(runtime.lastMessage(), text, capacity, delivered);
}

}  // namespace gpusim::cudart
