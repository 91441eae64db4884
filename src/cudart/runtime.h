#pragma once
// The state behind the API functions: one device, its streams, what the program registered, and the last errors.
// Made at the first call; the device at the first call that needs one. It outlives the program's own destructors.
#include <array>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>

#include "cudart/errors.h"
#include "cudart/journal.h"
#include "cudart/line_journal.h"
#include "cudart/registry.h"
#include "cudart/scheduler.h"
#include "cudart/settings.h"
#include "sim/sim.h"

namespace gpusim::cudart {

struct Event {
  bool timing = true;
  OperationPointer recorded;  // null before the first record
};

class Runtime {
 public:
  static Runtime& instance();
  explicit Runtime(Settings settings);

  std::recursive_mutex mutex;  // recursive: a host callback runs while a synchronise holds it
  Settings settings;
  Registry registry;
  Scheduler scheduler;
  Journal journal;
  LineJournal lines;                                               // filled while the device samples
  std::unordered_map<const void*, std::unique_ptr<Event>> events;  // by handle
  /// What cudaDeviceSetLimit set, to be read back, by cudaLimit. Nothing here is limited: stacks and buffers grow.
  std::array<std::size_t, 7> limits{1024, 1048576, 8388608, 2, 2048, 64, 0};
  /// Set by the extension's functions: the program drives the simulator and collects findings itself, so they are not
  /// printed as they come.
  bool programTakesFindings = false;

  /// cudaSuccess when there is a device to work on and no fault has destroyed its context.
  abi::cudaError_t ready();
  /// Only after ready() succeeded.
  Device& device() { return *device_; }
  bool hasDevice() const { return device_ != nullptr; }
  /// The card without making a device; null when GPUSIM_CARD names none.
  const Card* card();

  /// Remembers the calling thread's last error and yields it.
  abi::cudaError_t record(abi::cudaError_t code);
  /// Remembers why, for gpusimLastErrorMessage and GPUSIM_VERBOSE, and yields the code.
  abi::cudaError_t refuse(abi::cudaError_t code, std::string message);
  abi::cudaError_t refuse(const Error& error) { return refuse(toCudaError(error.code), error.message); }
  abi::cudaError_t takeLastError();
  abi::cudaError_t peekAtLastError();
  const std::string& lastMessage() const { return lastMessage_; }

  /// A fault of device code: every later call returns `code`.
  void fault(abi::cudaError_t code, const std::string& message);
  abi::cudaError_t sticky() const { return sticky_; }

  /// Appends work to a stream; it is skipped if a fault comes first. `work` yields modelled seconds.
  OperationPointer submit(Stream& stream, Engine engine, std::function<double()> work,
                          const OperationPointer& extra = nullptr);
  /// Waits, then prints what the checkers found; the fault that came up, if one did.
  abi::cudaError_t waitFor(const OperationPointer& operation);
  abi::cudaError_t waitForStream(Stream& stream) { return waitFor(stream.last); }
  abi::cudaError_t waitForAll();
  /// Gives the device back: allocations, loaded modules and what kernels opted in to are gone. Streams and events stay
  /// valid handles. Nothing may be queued.
  void reset();
  /// The stream of a handle, null when it is none.
  Stream* stream(abi::cudaStream_t handle);

  /// The kernel registered at `host`; null with the code in `error`.
  Function* function(const void* host, abi::cudaError_t& error);
  Symbol* symbol(const void* host, abi::cudaError_t& error);

  void printFindings();
  void atExit();
  /// One line on stderr, "gpusim: …".
  void say(const std::string& line) const;
  void sayOnce(const std::string& line);

 private:
  std::unique_ptr<Card> card_;
  bool cardTried_ = false;
  std::unique_ptr<Device> device_;
  abi::cudaError_t sticky_ = abi::cudaSuccess;
  std::unordered_map<std::uint64_t, Stream*> threadStreams_;  // of cudaStreamPerThread, by thread
  std::string lastMessage_;
  std::set<std::string> said_;
};

/// The frame of an API function: serialised, on a healthy device, with its error remembered, and no exception escapes.
/// `body` is called with the Runtime.
template <class Body>
abi::cudaError_t call(Body&& body) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  try {
    abi::cudaError_t code = runtime.ready();
    if (code == abi::cudaSuccess) code = body(runtime);
    return runtime.record(code);
  } catch (const std::bad_alloc&) {
    return runtime.record(runtime.refuse(abi::cudaErrorMemoryAllocation, "the host ran out of memory"));
  } catch (const std::exception& exception) {
    return runtime.record(runtime.refuse(abi::cudaErrorUnknown, exception.what()));
  }
}

/// The handle that a function compiled with --default-stream per-thread means.
inline abi::cudaStream_t perThread(abi::cudaStream_t stream) {
  return stream == nullptr ? reinterpret_cast<abi::cudaStream_t>(std::uintptr_t{2}) : stream;
}

}  // namespace gpusim::cudart
