#include "remote/serve.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "remote/messages.h"

namespace gpusim::remote {

using namespace gpusim::abi;

namespace {

Writer good() {
  Writer out;
  out.number(std::uint8_t{1});
  return out;
}

Writer bad(const Error& error) {
  Writer out;
  out.number(std::uint8_t{0});
  writeError(out, error);
  return out;
}

Writer answerOf(const Status& status) { return status ? good() : bad(status.error()); }

}  // namespace

Writer Server::hello() {
  Writer out;
  const auto [begin, span] = device().addresses();
  out.number(begin).number(span);
  return out;
}

Writer Server::allocate(Reader& request) {
  const auto bytes = request.number<std::uint64_t>();
  const auto kind = static_cast<MemoryKind>(request.number<std::uint32_t>());
  if (kind != MemoryKind::device && kind != MemoryKind::managed && kind != MemoryKind::pinned)
    return bad({ErrorCode::invalidValue, "no kind of memory"});
  const Result<DeviceAddress> base = device().allocate(static_cast<std::size_t>(bytes), kind);
  if (!base) return bad(base.error());
  owned_.insert(*base);
  Writer out = good();
  out.number(*base);
  return out;
}

Writer Server::release(Reader& request) {
  const auto base = request.number<DeviceAddress>();
  if (owned_.erase(base) == 0)
    return bad({ErrorCode::invalidValue, fmt::format("free of {:#x}, which solve() did not allocate", base)});
  return answerOf(device().free(base));
}

Writer Server::find(Reader& request) {
  const Result<AllocationInfo> info = device().find(request.number<DeviceAddress>());
  if (!info) return bad(info.error());
  Writer out = good();
  out.number(info->base).number(std::uint64_t{info->bytes}).number(static_cast<std::uint32_t>(info->kind));
  return out;
}

Writer Server::copyIn(Reader& request) {
  const auto to = request.number<DeviceAddress>();
  const std::span<const std::byte> content = request.rest();
  charges_->copy(Charges::Way::in, to, content.size());
  runtime_.copiedToDevice += content.size();
  return answerOf(device().copyToDevice(to, content.data(), content.size()));
}

Writer Server::copyOut(Reader& request) {
  const auto from = request.number<DeviceAddress>();
  std::vector<std::byte> content(static_cast<std::size_t>(request.count(pieceBytes)));
  charges_->copy(Charges::Way::out, from, content.size());
  runtime_.copiedToHost += content.size();
  if (const Status done = device().copyToHost(content.data(), from, content.size()); !done) return bad(done.error());
  for (const Finding& finding : device().takeFindings()) runtime_.journal.add(finding);
  Writer out = good();
  out.raw(content);
  return out;
}

Writer Server::copyOnDevice(Reader& request) {
  const auto to = request.number<DeviceAddress>();
  const auto from = request.number<DeviceAddress>();
  const auto bytes = static_cast<std::size_t>(request.number<std::uint64_t>());
  charges_->copy(Charges::Way::onDevice, to, bytes);
  return answerOf(device().copyOnDevice(to, from, bytes));
}

Writer Server::fill(Reader& request) {
  const auto to = request.number<DeviceAddress>();
  const auto value = request.number<std::uint8_t>();
  const auto bytes = static_cast<std::size_t>(request.number<std::uint64_t>());
  charges_->copy(Charges::Way::onDevice, to, bytes);
  return answerOf(device().fill(to, value, bytes));
}

bool Server::ownVisible(DeviceAddress at, std::size_t bytes) const {
  const Result<AllocationInfo> info = runtime_.device().find(at);
  return info && owned_.count(info->base) != 0 && at + bytes <= info->base + info->bytes &&
         (info->kind == MemoryKind::managed || info->kind == MemoryKind::pinned);
}

// What the host changed in memory that both sides see crosses the link, page by page, as on a card.
Writer Server::syncIn(Reader& request) {
  const auto at = request.number<DeviceAddress>();
  const auto bytes = static_cast<std::size_t>(request.count(pieceBytes));
  const std::span<const std::byte> content = request.rest();
  if (content.size() != bytes || !ownVisible(at, bytes))
    return bad({ErrorCode::invalidValue, "no memory of both sides"});
  std::vector<std::byte> before(bytes);
  static_cast<void>(device().copyToHost(before.data(), at, bytes));
  constexpr std::size_t page = 4096;
  for (std::size_t from = 0; from < bytes; from += page) {
    const std::size_t part = std::min(page, bytes - from);
    if (std::memcmp(before.data() + from, content.data() + from, part) != 0)
      charges_->copy(Charges::Way::in, at + from, part);
  }
  return answerOf(device().copyToDevice(at, content.data(), bytes));
}

Writer Server::syncOut(Reader& request) {
  const auto at = request.number<DeviceAddress>();
  std::vector<std::byte> content(static_cast<std::size_t>(request.count(pieceBytes)));
  if (!ownVisible(at, content.size())) return bad({ErrorCode::invalidValue, "no memory of both sides"});
  if (const Status done = device().copyToHost(content.data(), at, content.size()); !done) return bad(done.error());
  Writer out = good();
  out.raw(content);
  return out;
}

Writer Server::load(Reader& request) {
  constexpr std::uint64_t mostUnits = 64, mostModules = 1000;
  const Decoding decoding = request.number<std::uint8_t>() != 0 ? Decoding::now : Decoding::later;
  std::vector<std::string> texts, names;
  const std::uint64_t units = request.count(mostUnits);
  for (std::uint64_t k = 0; k < units && request.good(); ++k) {
    names.push_back(request.text(100));
    texts.push_back(request.text(longestText));
  }
  if (!request.good() || texts.empty() || modules_.size() >= mostModules)
    return bad({ErrorCode::unsupportedPtx, "too much device code"});
  Result<std::shared_ptr<const Module>> module = device().loadProgram(texts, names, decoding);
  if (!module) return bad(module.error());
  modules_.push_back(*module);
  Writer out = good();
  out.number(std::uint64_t{modules_.size() - 1});
  writeModule(out, **module);
  return out;
}

const Kernel* Server::kernelOf(Reader& request) const {
  const auto module = request.number<std::uint64_t>();
  const auto kernel = request.number<std::uint64_t>();
  if (!request.good() || module >= modules_.size() || kernel >= modules_[module]->kernels.size()) return nullptr;
  return &modules_[module]->kernels[kernel];
}

namespace {
const Error noKernel{ErrorCode::invalidValue, "no kernel of this device"};
}

Writer Server::prepare(Reader& request) {
  const Kernel* kernel = kernelOf(request);
  if (kernel == nullptr) return bad(noKernel);
  if (const Status done = device().prepare(*kernel); !done) return bad(done.error());
  Writer out = good();
  writePrepared(out, *kernel);
  return out;
}

Writer Server::validate(Reader& request) {
  const Kernel* kernel = kernelOf(request);
  if (kernel == nullptr) return bad(noKernel);
  if (const Status done = device().prepare(*kernel); !done) return bad(done.error());
  return answerOf(device().validate(*kernel, readConfig(request)));
}

Writer Server::launch(Reader& request) {
  constexpr std::uint64_t mostStack = 1U << 20, mostHeap = std::uint64_t{1} << 30;
  const Kernel* kernel = kernelOf(request);
  if (kernel == nullptr) return bad(noKernel);
  const LaunchConfig config = readConfig(request);
  device().options().stackBytes = static_cast<std::size_t>(std::min(request.number<std::uint64_t>(), mostStack));
  device().options().heapBytes = static_cast<std::size_t>(std::min(request.number<std::uint64_t>(), mostHeap));
  // The submission's own events need times; what the judge counts is the judge's choice.
  const bool submissionCounts = request.number<std::uint8_t>() != 0;
  device().options().counters = runtime_.counts() || submissionCounts;
  const std::span<const std::byte> parameters = request.rest();
  cudart::Context& context = runtime_.current();
  if (context.sticky != cudaSuccess) return bad({ErrorCode::illegalAddress, "the device has had a fault"});
  const Result<LaunchReport> report = device().launch(*kernel, config, parameters);
  if (!report) return bad(report.error());
  runtime_.journal.add(*report);
  if (device().options().samples) runtime_.lines.add(*report);
  charges_->launch(report->modelledSeconds);
  Writer out = good();
  out.number(report->modelledSeconds).number(std::uint8_t{!report->fault.empty()});
  if (!report->fault.empty()) {
    const Error& error = report->fault.front();
    runtime_.fault(context, cudart::toCudaError(error.code), fmt::format("{}: {}", kernel->demangled, error.message));
    writeError(out, error);
  }
  constexpr std::size_t mostPrinted = std::size_t{1} << 20;
  out.text(std::string_view(report->printed).substr(0, mostPrinted));
  return out;
}

void Server::reset() {
  for (const DeviceAddress base : owned_) static_cast<void>(device().free(base));
  owned_.clear();
}

std::optional<Writer> Server::answer(Kind kind, Reader& request) {
  switch (kind) {
    case Kind::hello:
      return hello();
    case Kind::allocate:
      return allocate(request);
    case Kind::release:
      return release(request);
    case Kind::find:
      return find(request);
    case Kind::freeBytes:
      return Writer().number(device().freeBytes());
    case Kind::copyIn:
      return copyIn(request);
    case Kind::copyOut:
      return copyOut(request);
    case Kind::copyOnDevice:
      return copyOnDevice(request);
    case Kind::fill:
      return fill(request);
    case Kind::markUnwritten: {
      const auto at = request.number<DeviceAddress>();
      return answerOf(device().markUnwritten(at, static_cast<std::size_t>(request.number<std::uint64_t>())));
    }
    case Kind::syncIn:
      return syncIn(request);
    case Kind::syncOut:
      return syncOut(request);
    case Kind::load:
      return load(request);
    case Kind::prepare:
      return prepare(request);
    case Kind::validate:
      return validate(request);
    case Kind::launch:
      return launch(request);
    case Kind::reset:
      reset();
      return good();
    case Kind::call:
    case Kind::returned:
    case Kind::answer:
      break;
  }
  return std::nullopt;
}

// A pointer that is none of the device's becomes one of the device's where nothing is: this process would take it for
// memory of its own.
void Server::takeBlock(const Block& block, std::span<const std::byte> content) {
  if ((block.lent.flags & cudart::LentMemory::readOnly) != 0) return;
  std::memcpy(block.memory, content.data(), content.size());
  if ((block.lent.flags & cudart::LentMemory::devicePointers) == 0) return;
  const auto [begin, span] = device().addresses();
  for (std::size_t at = 0; at + sizeof(DeviceAddress) <= content.size(); at += sizeof(DeviceAddress)) {
    DeviceAddress pointer = 0;
    std::memcpy(&pointer, block.memory + at, sizeof pointer);
    if (pointer == 0 || device().owns(pointer)) continue;
    pointer = begin + span - sizeof pointer;
    std::memcpy(block.memory + at, &pointer, sizeof pointer);
  }
}

// What the process says of errors can only be to its harm: a fault of a launch is known here already. That nothing of
// its work is still running it could say without waiting, but to wait is no harder.
bool Server::takeReturned(Reader& message, const Call& call, Returned& returned, bool& running) {
  constexpr std::size_t longest = 1000;
  const auto launchCode = message.number<std::int32_t>();
  const std::string launchMessage = message.text(longest);
  const auto syncCode = message.number<std::int32_t>();
  const std::string syncMessage = message.text(longest);
  running = message.number<std::uint32_t>() != 0;
  returned.whole = message.number<std::uint64_t>();
  returned.floating = message.number<double>();
  std::span<const std::byte> content = message.rest();
  std::size_t bytes = 0;
  for (const Block& block : call.blocks) bytes += block.lent.bytes;
  if (!message.good() || content.size() != bytes) return false;
  for (const std::int32_t code : {launchCode, syncCode})
    if (code != cudaSuccess && std::string_view(cudart::errorName(code)).substr(0, 4) != "cuda") return false;
  for (const Block& block : call.blocks) {
    takeBlock(block, content.first(block.lent.bytes));
    content = content.subspan(block.lent.bytes);
  }
  cudart::Context& context = runtime_.current();
  if (syncCode != cudaSuccess && context.sticky == cudaSuccess)
    runtime_.fault(context, static_cast<cudaError_t>(syncCode), syncMessage);
  if (launchCode != cudaSuccess) runtime_.record(runtime_.refuse(static_cast<cudaError_t>(launchCode), launchMessage));
  return true;
}

std::optional<Server::End> Server::call(const Call& call, Returned& returned) {
  runtime_.waitForAll();  // what the judge queued comes first
  charges_.emplace(device());
  Writer order;
  // The order between streams may follow the run's seed; the seed itself is nothing the process should know.
  order.number(std::uint64_t{runtime_.settings.seed & 0xffff}).number(call.arguments);
  order.number(std::uint64_t{call.patches.size()}).number(std::uint64_t{call.blocks.size()});
  for (const Patch& patch : call.patches) order.number(patch);
  for (const Block& block : call.blocks)
    order.number(std::uint64_t{block.lent.bytes}).raw({block.memory, block.lent.bytes});
  if (!channel_.send(Kind::call, order.bytes())) return End{true, ""};
  bool running = false;
  while (true) {
    const std::optional<Message> message = channel_.receive();
    if (!message)
      return channel_.broken() ? End{false, "a message of no known kind or of too many bytes"} : End{true, ""};
    Reader body(message->body);
    if (message->kind == Kind::returned) {
      if (!takeReturned(body, call, returned, running)) return End{false, "a malformed return of solve()"};
      break;
    }
    const std::optional<Writer> reply = answer(message->kind, body);
    if (!reply || !body.good()) return End{false, "a malformed request"};
    if (!channel_.send(Kind::answer, reply->bytes())) return End{true, ""};
  }
  const double seconds = charges_->seconds();
  cudart::Stream& stream = runtime_.scheduler.legacy();
  runtime_.scheduler.submit(stream, cudart::Engine::compute, [seconds] { return seconds; });
  // A day that asks whether solve() waited finds nothing queued when it did.
  if (!running) runtime_.scheduler.waitForStream(stream);
  return std::nullopt;
}

/// Whether `pointer` is to memory that the device alone holds. Of managed memory another process has only what it
/// allocated itself.
static bool onlyDevices(cudart::Runtime& runtime, std::uint64_t pointer) {
  if (!runtime.hasDevice() || !runtime.device().owns(pointer)) return false;
  const auto info = runtime.device().find(pointer);
  return !info || info->kind == MemoryKind::device;
}

/// What `value`, the pointer in `slot`, is over there: itself when it is the device's, 0 and a patch of the call when
/// it points into memory that was lent. Other memory of this process means nothing in another; that is found before
/// anything is said to it, so it has no part in this.
static std::uint64_t pointerFor(cudart::Runtime& runtime, std::uint64_t value, std::size_t slot, Server::Call& call) {
  constexpr int hostPointer = 79;  // an exit status that src/grade knows
  if (value == 0 || onlyDevices(runtime, value)) return value;
  auto* const pointer = reinterpret_cast<std::byte*>(value);
  auto next = runtime.lent.upper_bound(pointer);
  if (next == runtime.lent.begin()) _exit(hostPointer);
  const auto& [memory, lent] = *--next;
  const auto offset = static_cast<std::size_t>(pointer - memory);
  if (offset >= lent.bytes) _exit(hostPointer);
  std::size_t block = 0;
  while (block < call.blocks.size() && call.blocks[block].memory != memory) ++block;
  if (block == call.blocks.size()) call.blocks.push_back({memory, lent});
  if (call.blocks.size() > mostBlocks) _exit(hostPointer);
  call.patches.push_back({static_cast<std::uint32_t>(slot), static_cast<std::uint32_t>(block), offset});
  return 0;
}

}  // namespace gpusim::remote

// The stub that stands for solve() calls this with the registers and the stack as it found them. GPUSIM_REMOTE says
// which descriptor leads to the submission's process, and of what kind each parameter is, so that no word that is no
// argument leaves this process: "4:piw" is descriptor 4, a pointer, a number of 64 bits and one of 32.
CUDART_API gpusim::remote::Returned gpusimCallRemote(const std::uint64_t* whole, const std::uint64_t* floating,
                                                     const std::uint64_t* stack) {
  using namespace gpusim;
  // Exit statuses that src/grade knows.
  constexpr int processGone = 76, protocolBroken = 77, noConnection = 78;
  const char* setting = std::getenv("GPUSIM_REMOTE");
  const char* colon = setting == nullptr ? nullptr : std::strchr(setting, ':');
  if (colon == nullptr) {
    std::fputs("gpusim: solve() of another process, but GPUSIM_REMOTE does not say where that is\n", stderr);
    _exit(noConnection);
  }
  cudart::Runtime& runtime = cudart::Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  runtime.ready();
  remote::Server::Call call;
  std::size_t wholes = 0, floats = 0;
  for (const char* letter = colon + 1; *letter != '\0'; ++letter) {
    const bool floatingPoint = *letter == 'f' || *letter == 'd', half = *letter == 'f' || *letter == 'w';
    const bool inRegister = floatingPoint ? floats < remote::floatRegisters : wholes < remote::wholeRegisters;
    std::uint64_t& words = call.arguments.stackWords;
    if (!inRegister && words == remote::mostStackWords) _exit(noConnection);
    const std::size_t slot = !inRegister     ? remote::wholeRegisters + remote::floatRegisters + words
                             : floatingPoint ? remote::wholeRegisters + floats
                                             : wholes;
    std::uint64_t value = !inRegister ? stack[words] : floatingPoint ? floating[floats] : whole[wholes];
    if (half) value &= 0xffffffffU;
    if (*letter == 'p') value = remote::pointerFor(runtime, value, slot, call);
    (!inRegister     ? call.arguments.stack[words++]
     : floatingPoint ? call.arguments.floating[floats++]
                     : call.arguments.whole[wholes++]) = value;
  }
  static auto* server = new remote::Server(runtime, std::atoi(setting));
  remote::Returned returned;
  const std::optional<remote::Server::End> end = server->call(call, returned);
  if (!end) return returned;
  if (end->gone) _exit(processGone);
  std::fprintf(stderr, "%s\n", end->broken.c_str());
  std::fflush(stderr);
  _exit(protocolBroken);
}
