#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "sim/decode/module_loader.h"
#include "sim/exec/launch.h"
#include "sim/memory/address_space.h"
#include "sim/memory/managed_pages.h"
#include "sim/sim.h"

namespace gpusim {

struct Device::State {
  Card card;
  DeviceOptions options;
  std::unique_ptr<AddressSpace> memory;
  Error noMemory{ErrorCode::outOfMemory, ""};
  std::uint64_t launches = 0;
  std::vector<LoadedModule> modules;

  /// Decodes `kernel` of one of the modules if that was not done yet.
  Status prepare(const Kernel& kernel) {
    if (kernel.code != nullptr) return ok();
    for (LoadedModule& loaded : modules)
      for (std::size_t k = 0; k < loaded.module->kernels.size(); ++k)
        if (&loaded.module->kernels[k] == &kernel)
          return decodeKernel(*loaded.syntax, *loaded.kernels[k], loaded.module->kernels[k]);
    return Error{ErrorCode::invalidValue, fmt::format("{} is no kernel of this device", kernel.demangled)};
  }
  DeviceAddress gridWorkspace = 0;  // made at the first cooperative launch

  /// Where the blocks of a cooperative launch count who has arrived, as cooperative_groups/details/driver_abi.h lays it
  /// out: its size and one word.
  Result<DeviceAddress> freshWorkspace() {
    constexpr std::uint32_t words[2] = {sizeof(words), 0};
    if (gridWorkspace == 0) {
      const Result<DeviceAddress> made = memory->allocate(sizeof(words), MemoryKind::device, "the grid's workspace");
      if (!made) return made;
      gridWorkspace = *made;
    }
    std::memcpy(memory->bytes(gridWorkspace), words, sizeof(words));
    memory->markWritten(gridWorkspace, sizeof(words));
    return gridWorkspace;
  }
  std::vector<Finding> findings;

  /// Right after cudaMalloc the host reads what some other program left. Worth a note: the copy itself is legal.
  void noteUnwritten(DeviceAddress from, std::size_t bytes) {
    if ((options.tools & static_cast<std::uint32_t>(Tool::initcheck)) == 0) return;
    const AddressSpace::Unwritten unwritten = memory->unwritten(from, bytes);
    if (unwritten.count == 0) return;
    const auto allocation = memory->find(from);
    Finding finding;
    finding.tool = Tool::initcheck;
    finding.kind = "copy of unwritten memory";
    finding.note = true;
    finding.message =
        fmt::format("a copy to the host holds {} of {} bytes that nobody wrote: bytes {} to {} of {}", unwritten.count,
                    bytes, unwritten.first - allocation->base, unwritten.last - allocation->base, memory->nameAt(from));
    findings.push_back(std::move(finding));
  }

  /// The allocation that holds all of a host-side range.
  Status holds(DeviceAddress at, std::size_t bytes) const {
    if (memory == nullptr) return noMemory;
    if (bytes == 0) return ok();
    const LiveRange range = memory->live(at, at + bytes);
    if (range.contains(at, at + bytes)) return ok();
    return Error{ErrorCode::invalidValue, fmt::format("{} bytes at {:#x}, which is {}, do not lie in one allocation",
                                                      bytes, at, memory->describe(at))};
  }
};

Device::Device(Card card, DeviceOptions options) : state_(std::make_unique<State>()) {
  state_->card = std::move(card);
  state_->options = options;
  auto memory = AddressSpace::create(state_->card.globalMemoryBytes);
  if (memory)
    state_->memory = std::move(*memory);
  else
    state_->noMemory = memory.error();
}

Device::~Device() = default;

const Card& Device::card() const { return state_->card; }
DeviceOptions& Device::options() { return state_->options; }

Result<DeviceAddress> Device::allocate(std::size_t bytes, MemoryKind kind) {
  if (state_->memory == nullptr) return state_->noMemory;
  return state_->memory->allocate(bytes, kind);
}

Status Device::free(DeviceAddress base) {
  if (state_->memory == nullptr) return state_->noMemory;
  if (const auto found = state_->memory->find(base); found && found->kind == MemoryKind::heap)
    return Error{ErrorCode::invalidValue, fmt::format("free of {:#x}, which malloc in device code gave", base)};
  return state_->memory->free(base);
}

Result<AllocationInfo> Device::find(DeviceAddress address) const {
  if (state_->memory == nullptr) return state_->noMemory;
  return state_->memory->find(address);
}

std::vector<AllocationInfo> Device::allocations() const {
  if (state_->memory == nullptr) return {};
  std::vector<AllocationInfo> all = state_->memory->allocations();
  std::erase_if(all, [&](const AllocationInfo& info) { return info.base == state_->gridWorkspace; });
  return all;
}

std::uint64_t Device::freeBytes() const { return state_->memory == nullptr ? 0 : state_->memory->freeBytes(); }
bool Device::owns(DeviceAddress address) const { return state_->memory != nullptr && state_->memory->owns(address); }

std::vector<Finding> Device::takeFindings() { return std::exchange(state_->findings, {}); }

std::pair<DeviceAddress, std::uint64_t> Device::addresses() const {
  if (state_->memory == nullptr) return {0, 0};
  return {state_->memory->begin(), state_->memory->span()};
}

Status Device::copyToDevice(DeviceAddress to, const void* from, std::size_t bytes) {
  if (auto status = state_->holds(to, bytes); !status || bytes == 0) return status;
  std::memcpy(state_->memory->bytes(to), from, bytes);
  state_->memory->markWritten(to, bytes);
  return ok();
}

Status Device::copyToHost(void* to, DeviceAddress from, std::size_t bytes) {
  if (auto status = state_->holds(from, bytes); !status || bytes == 0) return status;
  std::memcpy(to, state_->memory->bytes(from), bytes);
  state_->noteUnwritten(from, bytes);
  return ok();
}

Status Device::copyOnDevice(DeviceAddress to, DeviceAddress from, std::size_t bytes) {
  if (auto status = state_->holds(to, bytes); !status || bytes == 0) return status;
  if (auto status = state_->holds(from, bytes); !status) return status;
  std::memmove(state_->memory->bytes(to), state_->memory->bytes(from), bytes);
  state_->memory->markWritten(to, bytes);
  return ok();
}

Status Device::fill(DeviceAddress to, std::uint8_t value, std::size_t bytes) {
  if (auto status = state_->holds(to, bytes); !status || bytes == 0) return status;
  std::memset(state_->memory->bytes(to), value, bytes);
  state_->memory->markWritten(to, bytes);
  return ok();
}

Status Device::markUnwritten(DeviceAddress at, std::size_t bytes) {
  if (auto status = state_->holds(at, bytes); !status || bytes == 0) return status;
  state_->memory->markUnwritten(at, bytes);
  return ok();
}

void Device::reach(Device& other, bool everything) {
  if (state_->memory != nullptr && other.state_->memory != nullptr)
    state_->memory->reach(*other.state_->memory, everything);
}

void Device::forget(const Device& other) {
  if (state_->memory != nullptr && other.state_->memory != nullptr) state_->memory->forget(*other.state_->memory);
}

void Device::reachHost(void* at, std::size_t bytes) {
  if (state_->memory != nullptr) state_->memory->reachHost(reinterpret_cast<DeviceAddress>(at), bytes);
}

void Device::forgetHost(void* at) {
  if (state_->memory != nullptr) state_->memory->forgetHost(reinterpret_cast<DeviceAddress>(at));
}

ManagedPages* Device::pages() const { return state_->memory == nullptr ? nullptr : state_->memory->pages(); }
ManagedPages* Device::watchPages() { return state_->memory == nullptr ? nullptr : state_->memory->watchPages(); }

Result<std::shared_ptr<const Module>> Device::loadModule(std::string_view ptx, const std::string& name,
                                                         Decoding decoding) {
  const std::string text(ptx);
  return loadProgram({&text, 1}, {&name, 1}, decoding);
}

Result<std::shared_ptr<const Module>> Device::loadProgram(std::span<const std::string> ptx,
                                                          std::span<const std::string> names, Decoding decoding) {
  if (state_->memory == nullptr) return state_->noMemory;
  std::vector<ast::Module> parsed;
  for (std::size_t k = 0; k < ptx.size(); ++k) {
    auto module = parsePtx(ptx[k], names[k]);
    if (!module) return module.error();
    parsed.push_back(std::move(*module));
  }
  auto linked = linkModules(std::move(parsed), {names.begin(), names.end()});
  if (!linked) return linked.error();
  auto loaded = loadModuleInto(*state_->memory, std::move(*linked), names.front());
  if (!loaded) return loaded.error();
  const std::shared_ptr<const Module> module = loaded->module;
  state_->modules.push_back(std::move(*loaded));
  if (decoding == Decoding::now)
    for (const Kernel& kernel : module->kernels)
      if (auto status = prepare(kernel); !status) return status.error();
  return module;
}

Status Device::prepare(const Kernel& kernel) { return state_->prepare(kernel); }

Status Device::validate(const Kernel& kernel, const LaunchConfig& config) const {
  const Card& card = state_->card;
  const auto dimensions = [](const Dim3& d) { return std::array<std::uint32_t, 3>{d.x, d.y, d.z}; };
  const char axis[] = "xyz";
  const auto grid = dimensions(config.grid), block = dimensions(config.block);
  for (std::size_t k = 0; k < 3; ++k) {
    if (grid[k] == 0)
      return Error{
          ErrorCode::invalidConfiguration,
          fmt::format("grid.{0} is 0, with block.{0} = {1}: no block would run (a division that rounded down?)",
                      axis[k], block[k])};
    if (grid[k] > card.maxGridDim[k])
      return Error{ErrorCode::invalidConfiguration,
                   fmt::format("grid.{} is {}, the limit is {}{}", axis[k], grid[k], card.maxGridDim[k],
                               k == 0 ? "" : ": put the long axis on x, or loop over it")};
    if (block[k] == 0)
      return Error{ErrorCode::invalidConfiguration, fmt::format("block.{} is 0: no thread would run", axis[k])};
    if (block[k] > card.maxBlockDim[k])
      return Error{ErrorCode::invalidConfiguration,
                   fmt::format("block.{} is {}, the limit is {}", axis[k], block[k], card.maxBlockDim[k])};
  }
  const std::uint64_t threads = config.block.count();
  if (threads > card.maxThreadsPerBlock)
    return Error{ErrorCode::invalidConfiguration,
                 fmt::format("a block of {} x {} x {} has {} threads, the limit is {}", config.block.x, config.block.y,
                             config.block.z, threads, card.maxThreadsPerBlock)};
  if (threads > kernel.maxThreadsPerBlock)
    return Error{ErrorCode::invalidValue,
                 fmt::format("a block of {} threads, but the kernel's __launch_bounds__ allow {}", threads,
                             kernel.maxThreadsPerBlock)};
  const std::size_t optedIn = std::max(
      config.dynamicSharedLimit,
      card.sharedBytesPerBlock > kernel.staticSharedBytes ? card.sharedBytesPerBlock - kernel.staticSharedBytes : 0);
  if (config.dynamicSharedBytes > optedIn ||
      kernel.staticSharedBytes + config.dynamicSharedBytes > card.sharedBytesPerBlockOptin)
    return Error{ErrorCode::invalidValue,
                 fmt::format("{} bytes of shared memory a block ({} static, {} dynamic), {} are allowed without opting "
                             "in and {} with cudaFuncAttributeMaxDynamicSharedMemorySize",
                             kernel.staticSharedBytes + config.dynamicSharedBytes, kernel.staticSharedBytes,
                             config.dynamicSharedBytes, card.sharedBytesPerBlock, card.sharedBytesPerBlockOptin)};
  const unsigned resident = residentBlocks(card, kernel, threads, config.dynamicSharedBytes);
  if (config.cooperative && config.grid.count() > std::uint64_t{resident} * card.multiprocessors)
    return Error{ErrorCode::cooperativeTooLarge,
                 fmt::format("a cooperative launch of {} blocks, of which {} multiprocessors hold {} each: {} at once",
                             config.grid.count(), card.multiprocessors, resident,
                             std::uint64_t{resident} * card.multiprocessors)};
  if (resident == 0)
    return Error{ErrorCode::launchOutOfResources,
                 fmt::format("one block of {} threads does not fit a multiprocessor", threads)};
  return ok();
}

Result<LaunchReport> Device::launch(const Kernel& kernel, const LaunchConfig& config,
                                    std::span<const std::byte> parameters) {
  if (state_->memory == nullptr) return state_->noMemory;
  if (auto status = state_->prepare(kernel); !status) return status.error();
  if (auto status = validate(kernel, config); !status) return status.error();
  if (parameters.size() < kernel.parameterBytes)
    return Error{ErrorCode::invalidValue,
                 fmt::format("{} bytes of parameters, the kernel takes {}", parameters.size(), kernel.parameterBytes)};
  state_->memory->noteLaunch();
  Launch launch{kernel,
                *kernel.code,
                config,
                *state_->memory,
                state_->card,
                state_->options,
                parameters,
                state_->launches++,
                {},
                0,
                kernel.code->localBytes};
  if (kernel.code->stackUnbounded)
    launch.localBytes = std::max(launch.localBytes, state_->options.stackBytes / 16 * 16);
  if (config.cooperative) {
    const Result<DeviceAddress> workspace = state_->freshWorkspace();
    if (!workspace) return workspace.error();
    launch.gridWorkspace = *workspace;
  }
  ManagedPages* pages = state_->memory->pages();
  const std::uint64_t before = pages == nullptr ? 0 : pages->totals().deviceFaults;
  LaunchReport report = runLaunch(launch);
  if (pages != nullptr) pages->settle();
  if (pages != nullptr) report.pageFaults = pages->totals().deviceFaults - before;
  return report;
}

double Device::modelledCopySeconds(std::size_t bytes, bool onDevice) const {
  constexpr double linkBytesPerSecond = 12e9;  // PCIe 3.0 x16 as cudaMemcpy from pageable memory sees it
  const double overhead = state_->card.launchOverheadSeconds;
  return overhead +
         static_cast<double>(bytes) * (onDevice ? 2.0 / state_->card.dramBytesPerSecond : 1.0 / linkBytesPerSecond);
}

}  // namespace gpusim
