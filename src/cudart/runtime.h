#pragma once
// The state behind the API functions: the devices, their streams, what the program registered, and the last errors.
// Made at the first call; a device at the first call that needs one. It outlives the program's own destructors.
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <unordered_map>

#include "cudart/context.h"
#include "cudart/errors.h"
#include "cudart/event.h"
#include "cudart/journal.h"
#include "cudart/line_journal.h"
#include "cudart/scheduler.h"
#include "cudart/settings.h"
#include "cudart/work.h"
#include "sim/sim.h"

namespace gpusim::cudart {

class Graphs;
class Pools;
class Libraries;

/// Host memory that cudaHostRegister gave to the devices.
struct RegisteredMemory {
  std::size_t bytes = 0;
  unsigned flags = 0;
};

/// Host memory that gpusimLend lent to a function in another process.
struct LentMemory {
  static constexpr unsigned devicePointers = 1, readOnly = 2;  // flags
  std::size_t bytes = 0;
  unsigned flags = 0;
};

/// What the program advised about one managed allocation.
struct ManagedHints {
  bool readMostly = false;
  abi::cudaMemLocation preferred{}, lastPrefetch{};
  std::set<int> accessedBy;  // devices; -1 is the host
};

class Runtime {
 public:
  static Runtime& instance();
  explicit Runtime(Settings settings);

  std::recursive_mutex mutex;  // recursive: a host callback runs while a synchronise holds it
  Settings settings;
  Scheduler scheduler;
  Journal journal;
  LineJournal lines;                                               // filled while a device samples
  std::unordered_map<const void*, std::shared_ptr<Event>> events;  // by handle
  std::deque<Context> contexts;                                    // by device number; all there from the start
  std::map<const char*, RegisteredMemory> registered;              // by its first byte
  std::map<std::byte*, LentMemory> lent;                           // by its first byte
  std::map<const void*, unsigned> pinnedFlags;                     // of cudaHostAlloc, where not 0
  std::map<DeviceAddress, ManagedHints> managedHints;              // by the allocation's first byte
  Graphs& graphs;
  Pools& pools;
  Libraries& libraries;
  /// Set by the extension's functions: the program drives the simulator and collects findings itself, so they are not
  /// printed as they come.
  bool programTakesFindings = false;
  bool madeTimedEvent = false;  // ever

  /// Whether the next launch counts.
  bool counts() const {
    if (settings.counting == Counting::forEvents) return madeTimedEvent || settings.verbose;
    return settings.counting == Counting::on;
  }

  /// Bytes that copies moved between host and device memory, for gpusimCopiedBytes.
  std::uint64_t copiedToDevice = 0, copiedToHost = 0;

  /// cudaSuccess when there is a device to work on and no fault has destroyed its context.
  abi::cudaError_t ready();
  /// Makes the device of `context` if it is not there.
  void wake(Context& context);
  /// The calling thread's device. Device and card: only after ready() succeeded.
  Context& current();
  void setCurrent(int ordinal);
  Device& device() { return *current().device; }
  bool hasDevice() { return current().device != nullptr; }
  /// The current device's card without making the device; null when GPUSIM_CARD names none.
  const Card* card();
  /// The device that a number names; null when there is none.
  Context* context(int ordinal);
  /// The device whose memory `pointer` is, live or not; null for the host's.
  Context* ownerOf(const void* pointer);

  /// Remembers the calling thread's last error and yields it.
  abi::cudaError_t record(abi::cudaError_t code);
  /// Remembers why, for gpusimLastErrorMessage and GPUSIM_VERBOSE, and yields the code.
  abi::cudaError_t refuse(abi::cudaError_t code, std::string message);
  abi::cudaError_t refuseDevice(int ordinal);  // there is none of that number
  abi::cudaError_t refuse(const Error& error) { return refuse(toCudaError(error.code), error.message); }
  abi::cudaError_t takeLastError();
  abi::cudaError_t peekAtLastError();
  const std::string& lastMessage() const { return lastMessage_; }

  /// A fault of device code: every later call on that device returns `code`.
  void fault(Context& context, abi::cudaError_t code, const std::string& message);
  abi::cudaError_t sticky() { return current().sticky; }

  /// Gives `work` to a stream: queued, or captured when the stream captures. It is skipped if a fault comes first.
  /// `queued` receives the operation, null when the work was captured.
  abi::cudaError_t enqueue(Stream& stream, Work work, OperationPointer* queued = nullptr);
  /// What a queued operation runs for `work`.
  std::function<double()> action(Work work);
  /// Waits, then prints what the checkers found; the fault of the stream's device, if one came up.
  abi::cudaError_t waitFor(const OperationPointer& operation, const Stream& stream);
  abi::cudaError_t waitForStream(Stream& stream) { return waitFor(stream.last, stream); }
  /// Everything on the current device.
  abi::cudaError_t waitForAll();
  /// Gives a device back: allocations, loaded modules and what kernels opted in to are gone. Streams and events stay
  /// valid handles. Nothing may be queued.
  void reset(Context& context);
  /// The stream of a handle, null when it is none.
  Stream* stream(abi::cudaStream_t handle);
  Context& contextOf(const Stream& stream) { return contexts[static_cast<std::size_t>(stream.device)]; }
  std::shared_ptr<Event> event(abi::cudaEvent_t handle);

  /// The kernel registered at `host` or given out by a library, on the current device; null with the code in `error`.
  Function* function(const void* host, abi::cudaError_t& error) { return function(current(), host, error); }
  Function* function(Context& context, const void* host, abi::cudaError_t& error);
  Symbol* symbol(const void* host, abi::cudaError_t& error);

  void printFindings();
  void atExit();
  /// One line on stderr, "gpusim: …".
  void say(const std::string& line) const;
  void sayOnce(const std::string& line);

 private:
  bool cardsKnown();

  bool cardsTried_ = false, cardsGood_ = false;
  std::map<std::pair<std::uint64_t, int>, Stream*> threadStreams_;  // of cudaStreamPerThread, by thread and device
  std::string lastMessage_;
  std::set<std::string> said_;
};

/// A number of the calling thread that no other thread has had.
std::uint64_t thisThread();

/// A host function runs in this thread: API calls from it are refused, as a card refuses them.
class CallbackScope {
 public:
  CallbackScope();
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;
  static bool inside();
};

/// The frame of an API function: serialised, on a healthy device, with its error remembered, and no exception escapes.
/// `body` is called with the Runtime.
template <class Body>
abi::cudaError_t call(Body&& body) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  try {
    abi::cudaError_t code = CallbackScope::inside() ? abi::cudaErrorNotPermitted : runtime.ready();
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
