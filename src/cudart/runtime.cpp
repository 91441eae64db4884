#include "cudart/runtime.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "cudart/host_fault.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

// Errors belong to host threads, as a card's runtime keeps them.
thread_local cudaError_t lastError = cudaSuccess;

std::uint64_t thisThread() {
  // Numbers instead of std::thread::id: ids are reused, and a new thread must not find an old thread's stream.
  static std::atomic<std::uint64_t> next{1};
  thread_local const std::uint64_t mine = next.fetch_add(1);
  return mine;
}

}  // namespace

Runtime& Runtime::instance() {
  // Never destroyed: the program's own static destructors may still call us.
  static auto* runtime = new Runtime(readSettings([](const char* name) -> const char* { return std::getenv(name); }));
  return *runtime;
}

Runtime::Runtime(Settings chosen) : settings(std::move(chosen)) { scheduler.setSeed(settings.seed); }

void Runtime::say(const std::string& line) const { fmt::print(stderr, "gpusim: {}\n", line); }

void Runtime::sayOnce(const std::string& line) {
  if (said_.insert(line).second) say(line);
}

const Card* Runtime::card() {
  if (!cardTried_) {
    cardTried_ = true;
    for (const std::string& complaint : settings.complaints) say(complaint);
    Result<Card> found = findCard(settings.card);
    if (found) {
      card_ = std::make_unique<Card>(*found);
    } else {
      say(fmt::format("GPUSIM_CARD: {}", found.error().message));
    }
  }
  return card_.get();
}

cudaError_t Runtime::ready() {
  if (!device_) {
    if (card() == nullptr) return cudaErrorNoDevice;
    DeviceOptions options;
    options.threads = settings.threads;
    options.seed = settings.seed;
    options.tools = settings.tools;
    options.stackBytes = limits[cudaLimitStackSize];
    options.heapBytes = limits[cudaLimitMallocHeapSize];
    device_ = std::make_unique<Device>(*card_, options);
    watchHostFaults(device_.get());
  }
  return sticky_;
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

cudaError_t Runtime::peekAtLastError() {
  const std::lock_guard lock(mutex);
  return sticky_ != cudaSuccess ? sticky_ : lastError;
}

cudaError_t Runtime::takeLastError() {
  const cudaError_t code = peekAtLastError();
  lastError = cudaSuccess;
  return code;
}

void Runtime::fault(cudaError_t code, const std::string& message) {
  if (sticky_ != cudaSuccess) return;
  sticky_ = code;
  lastMessage_ = message;
  if (!programTakesFindings) say(message);
}

OperationPointer Runtime::submit(Stream& target, Engine engine, std::function<double()> work,
                                 const OperationPointer& extra) {
  if (!work) return scheduler.submit(target, engine, nullptr, extra);
  return scheduler.submit(
      target, engine, [this, work = std::move(work)] { return sticky_ == cudaSuccess ? work() : 0.0; }, extra);
}

cudaError_t Runtime::waitFor(const OperationPointer& operation) {
  scheduler.waitFor(operation);
  if (!programTakesFindings) printFindings();
  return sticky_;
}

cudaError_t Runtime::waitForAll() {
  scheduler.waitForAll();
  if (!programTakesFindings) printFindings();
  return sticky_;
}

void Runtime::reset() {
  watchHostFaults(nullptr);
  registry.forgetLoaded();
  device_.reset();
}

Stream* Runtime::stream(cudaStream_t handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value <= 1) return &scheduler.legacy();
  if (value == 2) {
    Stream*& mine = threadStreams_[thisThread()];
    if (mine == nullptr) mine = &scheduler.create(true);
    return mine;
  }
  auto* found = reinterpret_cast<Stream*>(handle);
  return scheduler.knows(found) ? found : nullptr;
}

Function* Runtime::function(const void* host, cudaError_t& error) {
  Failure failure;
  Function* found = registry.function(host, device(), failure);
  if (found == nullptr) {
    error = refuse(failure.code, failure.message);
    // Device code that cannot be loaded is the program's build, not one call: say so even if the error is ignored.
    if (failure.code != cudaErrorInvalidDeviceFunction) sayOnce(failure.message);
  }
  return found;
}

Symbol* Runtime::symbol(const void* host, cudaError_t& error) {
  Failure failure;
  Symbol* found = registry.symbol(host, device(), failure);
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
  if (!settings.reportLeaks || !device_) return;
  std::size_t count = 0, bytes = 0;
  for (const AllocationInfo& allocation : device_->allocations()) {
    if (registry.holdsVariable(allocation.base)) continue;
    ++count;
    bytes += allocation.bytes;
  }
  if (count != 0)
    say(fmt::format("leakcheck: {} allocation{} not freed, {} bytes", count, count == 1 ? "" : "s", bytes));
}

namespace {

/// After the program's own exit handlers. Work that nothing waited for is dropped, as a card's process end may drop it.
__attribute__((destructor)) void printAtExit() { Runtime::instance().atExit(); }

}  // namespace

}  // namespace gpusim::cudart
