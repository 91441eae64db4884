// gpusim::Device over a socket: what a submission's process gets instead of a simulator. The device, its memory, its
// checkers and its clock are the judge's. Managed and pinned memory is memory of this process under the judge's
// addresses, and travels with each launch that may read it.
#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "remote/channel.h"
#include "remote/connection.h"
#include "remote/messages.h"
#include "sim/sim.h"

namespace gpusim {

using remote::Kind;
using remote::Reader;
using remote::Writer;

namespace {

std::vector<std::byte> ask(Kind kind, const Writer& body) { return remote::connection().ask(kind, body.bytes()); }

/// An answer begins with a byte: 1 and the value, or 0 and the error.
Status statusOf(Reader& answer) {
  if (answer.number<std::uint8_t>() != 0) return ok();
  return remote::readError(answer);
}

Status request(Kind kind, const Writer& body) {
  const std::vector<std::byte> bytes = ask(kind, body);
  Reader answer(bytes);
  return statusOf(answer);
}

struct Visible {
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::managed;
};

constexpr std::size_t page = 4096;

/// Memory of this process at the judge's address. Two allocations may share a page, which is then mapped already.
bool mapAt(DeviceAddress address, std::size_t bytes, std::set<DeviceAddress>& mapped) {
  for (DeviceAddress at = address / page * page; at < address + std::max<std::size_t>(bytes, 1); at += page) {
    if (mapped.count(at) != 0) continue;
    void* const wanted = reinterpret_cast<void*>(at);
    if (mmap(wanted, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != wanted)
      return false;
    mapped.insert(at);
  }
  return true;
}

}  // namespace

struct Device::State {
  Card card;
  DeviceOptions options;
  DeviceAddress begin = 0;
  std::uint64_t span = 0;
  std::vector<std::shared_ptr<remote::LoadedModule>> modules;
  std::vector<AllocationInfo> allocations;
  std::map<DeviceAddress, Visible> visible;
  std::set<DeviceAddress> mapped;

  /// This process's bytes of an address of managed or pinned memory; null for the device's.
  std::byte* local(DeviceAddress at) const {
    auto next = visible.upper_bound(at);
    if (next == visible.begin()) return nullptr;
    --next;
    return at - next->first < next->second.bytes ? reinterpret_cast<std::byte*>(at) : nullptr;
  }

  /// Where `kernel` is: its module's number and its place in it.
  bool locate(const Kernel& kernel, Writer& to) const {
    for (const auto& loaded : modules) {
      const std::vector<Kernel>& kernels = loaded->module->kernels;
      for (std::size_t k = 0; k < kernels.size(); ++k) {
        if (&kernels[k] != &kernel) continue;
        to.number(std::uint64_t{loaded->number}).number(std::uint64_t{k});
        return true;
      }
    }
    return false;
  }

  /// Whether a kernel with these parameters may read the allocation: managed memory always, pinned memory when a
  /// parameter points into it.
  static bool mayReach(DeviceAddress base, const Visible& memory, std::span<const std::byte> parameters) {
    if (memory.kind == MemoryKind::managed) return true;
    for (std::size_t at = 0; at + sizeof(DeviceAddress) <= parameters.size(); at += sizeof(DeviceAddress)) {
      DeviceAddress value = 0;
      std::memcpy(&value, parameters.data() + at, sizeof value);
      if (value - base < memory.bytes) return true;
    }
    return false;
  }

  void synchronize(Kind kind, std::span<const std::byte> parameters) const {
    for (const auto& [base, memory] : visible) {
      if (!mayReach(base, memory, parameters)) continue;
      auto* const host = reinterpret_cast<std::byte*>(base);
      for (std::size_t at = 0; at < memory.bytes; at += remote::pieceBytes) {
        const std::size_t bytes = std::min(remote::pieceBytes, memory.bytes - at);
        Writer body;
        body.number(base + at).number(std::uint64_t{bytes});
        if (kind == Kind::syncIn) body.raw({host + at, bytes});
        const std::vector<std::byte> answerBytes = ask(kind, body);
        Reader answer(answerBytes);
        if (kind != Kind::syncOut || !statusOf(answer)) continue;
        const std::span<const std::byte> content = answer.rest();
        if (content.size() == bytes) std::memcpy(host + at, content.data(), bytes);
      }
    }
  }
};

Device::Device(Card card, DeviceOptions options) : state_(std::make_unique<State>()) {
  state_->card = std::move(card);
  state_->options = options;
  const std::vector<std::byte> bytes = ask(Kind::hello, Writer());
  Reader answer(bytes);
  state_->begin = answer.number<DeviceAddress>();
  state_->span = answer.number<std::uint64_t>();
}

Device::~Device() { ask(Kind::reset, Writer()); }

const Card& Device::card() const { return state_->card; }
DeviceOptions& Device::options() { return state_->options; }

Result<DeviceAddress> Device::allocate(std::size_t bytes, MemoryKind kind) {
  const std::vector<std::byte> reply =
      ask(Kind::allocate, Writer().number(std::uint64_t{bytes}).number(static_cast<std::uint32_t>(kind)));
  Reader answer(reply);
  if (const Status status = statusOf(answer); !status) return status.error();
  const auto base = answer.number<DeviceAddress>();
  if (kind == MemoryKind::managed || kind == MemoryKind::pinned) {
    if (!mapAt(base, bytes, state_->mapped))
      return Error{ErrorCode::outOfMemory, fmt::format("no room for {} bytes of memory that both sides see", bytes)};
    state_->visible[base] = {bytes, kind};
  }
  state_->allocations.push_back({base, bytes, kind});
  return base;
}

Status Device::free(DeviceAddress base) {
  const Status done = request(Kind::release, Writer().number(base));
  if (!done) return done;
  std::erase_if(state_->allocations, [&](const AllocationInfo& info) { return info.base == base; });
  state_->visible.erase(base);
  return done;
}

Result<AllocationInfo> Device::find(DeviceAddress address) const {
  const std::vector<std::byte> bytes = ask(Kind::find, Writer().number(address));
  Reader answer(bytes);
  if (const Status status = statusOf(answer); !status) return status.error();
  AllocationInfo info;
  info.base = answer.number<DeviceAddress>();
  info.bytes = static_cast<std::size_t>(answer.number<std::uint64_t>());
  info.kind = static_cast<MemoryKind>(answer.number<std::uint32_t>());
  return info;
}

std::vector<AllocationInfo> Device::allocations() const { return state_->allocations; }

std::uint64_t Device::freeBytes() const {
  const std::vector<std::byte> bytes = ask(Kind::freeBytes, Writer());
  return Reader(bytes).number<std::uint64_t>();
}

std::pair<DeviceAddress, std::uint64_t> Device::addresses() const { return {state_->begin, state_->span}; }
// What is found is the judge's to say.
std::vector<Finding> Device::takeFindings() { return {}; }
bool Device::owns(DeviceAddress address) const { return address - state_->begin < state_->span; }

Status Device::copyToDevice(DeviceAddress to, const void* from, std::size_t bytes) {
  const auto* const source = static_cast<const std::byte*>(from);
  for (std::size_t at = 0; at < bytes || at == 0; at += remote::pieceBytes) {
    const std::size_t piece = std::min(remote::pieceBytes, bytes - at);
    Writer body;
    body.number(to + at).raw({source + at, piece});
    if (const Status done = request(Kind::copyIn, body); !done) return done;
  }
  if (std::byte* const here = state_->local(to); here != nullptr && bytes > 0) std::memmove(here, from, bytes);
  return ok();
}

Status Device::copyToHost(void* to, DeviceAddress from, std::size_t bytes) {
  if (const std::byte* const here = state_->local(from); here != nullptr) {
    if (!request(Kind::find, Writer().number(from + (bytes > 0 ? bytes - 1 : 0))))
      return Error{ErrorCode::invalidValue, fmt::format("{} bytes at {:#x} do not lie in one allocation", bytes, from)};
    if (bytes > 0) std::memmove(to, here, bytes);
    return ok();
  }
  for (std::size_t at = 0; at < bytes || at == 0; at += remote::pieceBytes) {
    const std::size_t piece = std::min(remote::pieceBytes, bytes - at);
    const std::vector<std::byte> reply = ask(Kind::copyOut, Writer().number(from + at).number(std::uint64_t{piece}));
    Reader answer(reply);
    if (const Status status = statusOf(answer); !status) return status;
    const std::span<const std::byte> content = answer.rest();
    if (content.size() == piece && piece > 0) std::memcpy(static_cast<std::byte*>(to) + at, content.data(), piece);
  }
  return ok();
}

Status Device::copyOnDevice(DeviceAddress to, DeviceAddress from, std::size_t bytes) {
  if (const std::byte* const source = state_->local(from); source != nullptr) return copyToDevice(to, source, bytes);
  if (std::byte* const target = state_->local(to); target != nullptr) {
    const Status done = request(Kind::copyOnDevice, Writer().number(to).number(from).number(std::uint64_t{bytes}));
    return done ? copyToHost(target, from, bytes) : done;
  }
  return request(Kind::copyOnDevice, Writer().number(to).number(from).number(std::uint64_t{bytes}));
}

Status Device::fill(DeviceAddress to, std::uint8_t value, std::size_t bytes) {
  const Status done = request(Kind::fill, Writer().number(to).number(value).number(std::uint64_t{bytes}));
  if (std::byte* const here = state_->local(to); done && here != nullptr) std::memset(here, value, bytes);
  return done;
}

Status Device::markUnwritten(DeviceAddress at, std::size_t bytes) {
  return request(Kind::markUnwritten, Writer().number(at).number(std::uint64_t{bytes}));
}

// One device a submission: there is no other to reach, and host memory stays with this process.
void Device::reach(Device&, bool) {}
void Device::forget(const Device&) {}
void Device::reachHost(void*, std::size_t) {}
void Device::forgetHost(void*) {}

// Managed memory is this process's own, and the judge sees what launches read and write: no pages to tell of.
ManagedPages* Device::pages() const { return nullptr; }
ManagedPages* Device::watchPages() { return nullptr; }

Result<std::shared_ptr<const Module>> Device::loadModule(std::string_view ptx, const std::string& name,
                                                         Decoding decoding) {
  const std::string text(ptx);
  return loadProgram({&text, 1}, {&name, 1}, decoding);
}

Result<std::shared_ptr<const Module>> Device::loadProgram(std::span<const std::string> ptx,
                                                          std::span<const std::string> names, Decoding decoding) {
  Writer body;
  body.number(std::uint8_t{decoding == Decoding::now}).number(std::uint64_t{ptx.size()});
  for (std::size_t k = 0; k < ptx.size(); ++k) body.text(names[k]).text(ptx[k]);
  if (body.bytes().size() > remote::longestText)
    return Error{ErrorCode::unsupportedPtx, fmt::format("the device code has {} bytes, a graded submission may have {}",
                                                        body.bytes().size(), remote::longestText)};
  const std::vector<std::byte> bytes = ask(Kind::load, body);
  Reader answer(bytes);
  if (const Status status = statusOf(answer); !status) return status.error();
  auto loaded = std::make_shared<remote::LoadedModule>();
  loaded->number = answer.number<std::uint64_t>();
  loaded->module = remote::readModule(answer);
  state_->modules.push_back(loaded);
  return std::shared_ptr<const Module>(loaded->module);
}

Status Device::prepare(const Kernel& kernel) {
  Writer body;
  if (!state_->locate(kernel, body)) return Error{ErrorCode::invalidValue, "no kernel of this device"};
  const std::vector<std::byte> bytes = ask(Kind::prepare, body);
  Reader answer(bytes);
  if (const Status status = statusOf(answer); !status) return status;
  remote::readPrepared(answer, const_cast<Kernel&>(kernel));  // as the simulator fills it in: by its owner
  return ok();
}

Status Device::validate(const Kernel& kernel, const LaunchConfig& config) const {
  Writer body;
  if (!state_->locate(kernel, body)) return Error{ErrorCode::invalidValue, "no kernel of this device"};
  remote::writeConfig(body, config);
  return request(Kind::validate, body);
}

Result<LaunchReport> Device::launch(const Kernel& kernel, const LaunchConfig& config,
                                    std::span<const std::byte> parameters) {
  Writer body;
  if (!state_->locate(kernel, body)) return Error{ErrorCode::invalidValue, "no kernel of this device"};
  state_->synchronize(Kind::syncIn, parameters);
  remote::writeConfig(body, config);
  body.number(std::uint64_t{state_->options.stackBytes}).number(std::uint64_t{state_->options.heapBytes});
  body.number(std::uint8_t{state_->options.counters});
  body.raw(parameters);
  const std::vector<std::byte> bytes = ask(Kind::launch, body);
  Reader answer(bytes);
  if (const Status status = statusOf(answer); !status) return status.error();
  LaunchReport report;
  report.kernel = kernel.demangled;
  report.config = config;
  report.modelledSeconds = answer.number<double>();
  if (answer.number<std::uint8_t>() != 0) report.fault.push_back(remote::readError(answer));
  report.printed = answer.text(remote::longestText);
  state_->synchronize(Kind::syncOut, parameters);
  return report;
}

double Device::modelledCopySeconds(std::size_t bytes, bool onDevice) const {
  // What the judge charges is the judge's; this is what the program's own events show.
  return state_->card.launchOverheadSeconds +
         static_cast<double>(bytes) * (onDevice ? 2.0 / state_->card.dramBytesPerSecond : 1.0 / 12e9);
}

}  // namespace gpusim
