#include "cudart/runtime.h"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "cudart/graph.h"
#include "cudart/host_fault.h"
#include "cudart/library.h"
#include "cudart/pools.h"
#include "cudart/progress.h"
#include "cudart/properties.h"
#include "cudart/stop_signal.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

// Errors belong to host threads, as a card's runtime keeps them.
thread_local cudaError_t lastError = cudaSuccess;

// The calling thread's device, as cudaSetDevice keeps it.
thread_local int currentDevice = 0;

thread_local int callbacks = 0;  // host functions that run in this thread

constexpr std::array<std::size_t, 7> freshLimits{1024, 0, 8388608, 2, 2048, 64, 0};

/// Of a device nobody has changed; printf's buffer is 64 KiB a multiprocessor (8,650,752 bytes on an H200).
std::array<std::size_t, 7> limitsOf(const Card& card) {
  std::array<std::size_t, 7> limits = freshLimits;
  limits[cudaLimitPrintfFifoSize] = std::size_t{65536} * card.multiprocessors;
  // Three sixteenths of an H200's L2 are set aside from the start.
  if (card.persistingL2Bytes != 0) limits[cudaLimitPersistingL2CacheSize] = 3 * persistingL2Granularity(card);
  return limits;
}

}  // namespace

CallbackScope::CallbackScope() { ++callbacks; }
CallbackScope::~CallbackScope() { --callbacks; }
bool CallbackScope::inside() { return callbacks != 0; }

std::uint64_t thisThread() {
  // Numbers instead of std::thread::id: ids are reused, and a new thread must not find an old thread's stream.
  static std::atomic<std::uint64_t> next{1};
  thread_local const std::uint64_t mine = next.fetch_add(1);
  return mine;
}

Runtime& Runtime::instance() {
  // Never destroyed: the program's own static destructors may still call us.
  static auto* runtime = new Runtime(readSettings([](const char* name) -> const char* { return std::getenv(name); }));
  return *runtime;
}

Runtime::Runtime(Settings chosen)
    : settings(std::move(chosen)), graphs(*new Graphs), pools(*new Pools), libraries(*new Libraries) {
  scheduler.setSeed(settings.seed);
  if (settings.stoppable) stopLaunchesOnSignal();
  if (settings.devices.empty()) settings.devices = {settings.card};
  for (std::size_t i = 0; i < settings.devices.size(); ++i) {
    Context& made = contexts.emplace_back();
    made.ordinal = static_cast<int>(i);
  }
}

void Runtime::say(const std::string& line) const { fmt::print(stderr, "gpusim: {}\n", line); }

void Runtime::sayOnce(const std::string& line) {
  if (said_.insert(line).second) say(line);
}

bool Runtime::cardsKnown() {
  if (cardsTried_) return cardsGood_;
  cardsTried_ = cardsGood_ = true;
  for (const std::string& complaint : settings.complaints) say(complaint);
  for (Context& each : contexts) {
    Result<Card> found = findCard(settings.devices[static_cast<std::size_t>(each.ordinal)]);
    if (found) {
      each.card = *found;
      each.limits = limitsOf(each.card);
    } else {
      cardsGood_ = false;
      sayOnce(fmt::format("GPUSIM_CARD: {}", found.error().message));
    }
  }
  return cardsGood_;
}

const Card* Runtime::card() { return cardsKnown() ? &current().card : nullptr; }

Context& Runtime::current() { return contexts[static_cast<std::size_t>(currentDevice)]; }
void Runtime::setCurrent(int ordinal) { currentDevice = ordinal; }

Context* Runtime::context(int ordinal) {
  return ordinal >= 0 && static_cast<std::size_t>(ordinal) < contexts.size()
             ? &contexts[static_cast<std::size_t>(ordinal)]
             : nullptr;
}

Context* Runtime::ownerOf(const void* pointer) {
  const auto address = reinterpret_cast<DeviceAddress>(pointer);
  for (Context& each : contexts) {
    if (each.device && each.device->owns(address)) return &each;
  }
  return nullptr;
}

cudaError_t Runtime::ready() {
  if (!cardsKnown()) return cudaErrorNoDevice;
  wake(current());
  return sticky();
}

void Runtime::wake(Context& context) {
  if (context.device) return;
  DeviceOptions options;
  options.threads = settings.threads;
  options.seed = settings.seed;
  options.tools = settings.tools;
  options.stackBytes = context.limits[cudaLimitStackSize];
  options.heapBytes = context.limits[cudaLimitMallocHeapSize];
  context.device = std::make_unique<Device>(context.card, options);
  if (settings.pages) context.device->watchPages();
  for (const auto& [at, memory] : registered) context.device->reachHost(const_cast<char*>(at), memory.bytes);
  for (Context& other : contexts) {
    if (&other == &context || !other.device) continue;
    context.device->reach(*other.device, context.peers.count(other.ordinal) != 0);
    other.device->reach(*context.device, other.peers.count(context.ordinal) != 0);
  }
  watchHostFaults(context.device.get(), nullptr);
}

cudaError_t Runtime::record(cudaError_t code) {
  if (code != cudaSuccess) lastError = code;
  return code;
}

cudaError_t Runtime::refuse(cudaError_t code, std::string message) {
  lastMessage_ = std::move(message);
  if (settings.verbose) say(fmt::format("{}: {}", errorName(code), lastMessage_));
  return code;
}

cudaError_t Runtime::refuseDevice(int ordinal) {
  return refuse(cudaErrorInvalidDevice,
                fmt::format("there is no device {}: they are 0 to {}", ordinal, contexts.size() - 1));
}

cudaError_t Runtime::peekAtLastError() {
  const std::lock_guard lock(mutex);
  return lastError;
}

cudaError_t Runtime::takeLastError() {
  const cudaError_t code = peekAtLastError();
  lastError = cudaSuccess;
  return code;
}

void Runtime::fault(Context& context, cudaError_t code, const std::string& message) {
  if (context.sticky != cudaSuccess) return;
  // Two H200 share it: the other device answers with the code too (tests/cudart/data/api_h200.txt, "peers").
  for (Context& each : contexts) {
    if (each.sticky == cudaSuccess && (each.device || &each == &context)) each.sticky = code;
  }
  lastMessage_ = message;
  if (!programTakesFindings) say(message);
}

std::function<double()> Runtime::action(Work work) {
  return [this, work = std::move(work)] {
    const Context* context = cudart::contextOf(work);
    return context == nullptr || context->sticky == cudaSuccess ? perform(*this, work) : 0.0;
  };
}

cudaError_t Runtime::enqueue(Stream& target, Work work, OperationPointer* queued) {
  if (target.capture) return graphs.capture(*this, target, std::move(work));
  if (const cudaError_t error = graphs.disturb(*this, target); error != cudaSuccess) return error;
  const Engine engine = engineOf(work);
  OperationPointer operation;
  if (auto* record = std::get_if<RecordWork>(&work)) {
    operation = scheduler.submit(target, Engine::none, nullptr);
    record->event->recorded = operation;
    record->event->capture.reset();
  } else if (auto* wait = std::get_if<WaitWork>(&work)) {
    // An event that was never recorded holds nobody up.
    if (wait->event->recorded) operation = scheduler.submit(target, Engine::none, nullptr, wait->event->recorded);
  } else {
    const bool mark = std::holds_alternative<EmptyWork>(work), calls = std::holds_alternative<HostWork>(work);
    operation = scheduler.submit(target, engine, mark ? std::function<double()>{} : action(std::move(work)));
    if (calls) watchHostWork(*this, operation);
  }
  if (queued != nullptr) *queued = operation;
  return cudaSuccess;
}

cudaError_t Runtime::waitFor(const OperationPointer& operation, const Stream& stream) {
  Context& of = contextOf(stream);
  scheduler.waitFor(operation);
  if (!programTakesFindings) printFindings();
  return of.sticky;
}

cudaError_t Runtime::waitForAll() {
  if (const cudaError_t error = graphs.disturbDevice(*this, current().ordinal); error != cudaSuccess) return error;
  scheduler.waitForDevice(current().ordinal);
  pools.trimAll(*this);
  if (!programTakesFindings) printFindings();
  return sticky();
}

void Runtime::reset(Context& context) {
  if (!context.device) return;
  watchHostFaults(nullptr, context.device.get());
  for (Context& other : contexts) {
    if (&other != &context && other.device) other.device->forget(*context.device);
  }
  pools.forget(context);
  context.registry.forgetLoaded();
  context.device.reset();
  context.limits = limitsOf(context.card);
  context.peers.clear();
  // What had a fault stays out of reach for the process (H200, CUDA 13.0).
  if (context.sticky != cudaSuccess) context.sticky = cudaErrorDevicesUnavailable;
  context.cacheConfig = 0;
}

Stream* Runtime::stream(cudaStream_t handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value <= 1) return &scheduler.legacy(currentDevice);
  if (value == 2) {
    Stream*& mine = threadStreams_[{thisThread(), currentDevice}];
    if (mine == nullptr) mine = &scheduler.create(true, 0, currentDevice);
    return mine;
  }
  auto* found = reinterpret_cast<Stream*>(handle);
  return scheduler.knows(found) ? found : nullptr;
}

std::shared_ptr<Event> Runtime::event(cudaEvent_t handle) {
  const auto found = events.find(handle);
  return found == events.end() ? nullptr : found->second;
}

Function* Runtime::function(Context& context, const void* host, cudaError_t& error) {
  Failure failure;
  Function* found = context.registry.function(host, *context.device, failure);
  if (found == nullptr) {
    error = refuse(failure.code, failure.message);
    // Device code that cannot be loaded is the program's build, not one call: say so even if the error is ignored.
    if (failure.code != cudaErrorInvalidDeviceFunction && failure.code != cudaErrorInvalidResourceHandle)
      sayOnce(failure.message);
  }
  return found;
}

Symbol* Runtime::symbol(const void* host, cudaError_t& error) {
  Failure failure;
  Symbol* found = current().registry.symbol(host, device(), failure);
  if (found == nullptr) {
    error = refuse(failure.code, failure.message);
    if (failure.code != cudaErrorInvalidSymbol) sayOnce(failure.message);
  }
  return found;
}

void Runtime::printFindings() {
  for (const std::string& line : journal.newLines()) say(line);
}

void Runtime::atExit() {
  const std::lock_guard lock(mutex);
  printFindings();
  if (!settings.reportLeaks) return;
  std::size_t count = 0, bytes = 0;
  for (const Context& context : contexts) {
    if (!context.device) continue;
    for (const AllocationInfo& allocation : context.device->allocations()) {
      if (context.registry.holdsVariable(allocation.base)) continue;
      if (const auto live = graphs.liveness(allocation.base); live && !*live) continue;  // a graph's, free now
      ++count;
      bytes += allocation.bytes;
    }
  }
  if (count != 0)
    say(fmt::format("leakcheck: {} allocation{} not freed, {} bytes", count, count == 1 ? "" : "s", bytes));
}

namespace {

/// After the program's own exit handlers. Work that nothing waited for is dropped, as a card's process end may drop it.
__attribute__((destructor)) void printAtExit() { Runtime::instance().atExit(); }

}  // namespace

}  // namespace gpusim::cudart
