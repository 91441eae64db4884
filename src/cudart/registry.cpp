#include "cudart/registry.h"

#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstring>

#include "cudart/fatbin.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

/// __fatBinC_Wrapper_t of fatbinary_section.h. Version 2 is of relocatable device code: what `data` points to is linked
/// machine code, and the last field points to the data of each file's own fatbinary, where the PTX is.
struct Wrapper {
  std::int32_t magic, version;
  const void* data;
  const void* filenameOrFatbins;
};

struct Search {
  std::uintptr_t address;
  std::size_t bytes;
};

int visitObject(dl_phdr_info* info, std::size_t, void* data) {
  auto* search = static_cast<Search*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    const std::uintptr_t start = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD && search->address >= start && search->address - start < header.p_memsz) {
      search->bytes = header.p_memsz - (search->address - start);
      return 1;
    }
  }
  return 0;
}

}  // namespace

std::size_t mappedBytesFrom(const void* data) {
  Search search{reinterpret_cast<std::uintptr_t>(data), 0};
  dl_iterate_phdr(visitObject, &search);
  return search.bytes;
}

std::size_t Registry::addFatbinary(const void* wrapper) {
  Fatbinary& fatbinary = fatbinaries_.emplace_back();
  Wrapper read{};
  if (wrapper != nullptr) std::memcpy(&read, wrapper, sizeof(read));
  if (static_cast<std::uint32_t>(read.magic) == fatbin::wrapperMagic) fatbinary.data = read.data;
  if (fatbinary.data != nullptr && read.version == 2)
    fatbinary.units = static_cast<const void* const*>(read.filenameOrFatbins);
  return fatbinaries_.size() - 1;
}

std::size_t Registry::addLibrary(std::vector<std::byte> code) {
  Fatbinary& fatbinary = fatbinaries_.emplace_back();
  fatbinary.copy = std::move(code);
  fatbinary.data = fatbinary.copy.data();
  return fatbinaries_.size() - 1;
}

Fatbinary* Registry::fatbinary(std::size_t number) {
  return number < fatbinaries_.size() ? &fatbinaries_[number] : nullptr;
}

void Registry::removeFatbinary(Fatbinary* fatbinary) {
  if (fatbinary == nullptr) return;
  fatbinary->live = false;
  std::erase_if(functions_, [&](const auto& entry) { return entry.second.fatbinary == fatbinary; });
  std::erase_if(symbols_, [&](const auto& entry) { return entry.second.fatbinary == fatbinary; });
}

void Registry::addFunction(Fatbinary* fatbinary, const void* host, const char* name) {
  Function& function = functions_[host];
  function = {};
  function.fatbinary = fatbinary;
  function.name = name;
}

void Registry::addSymbol(Fatbinary* fatbinary, const void* host, const char* name, void** managed) {
  symbols_[host] = {fatbinary, name, nullptr, managed};
}

namespace {

/// The PTX for the card in the fatbinary at `data`.
Result<std::string> ptxOf(const void* data, std::size_t available, unsigned capability) {
  const std::size_t bytes = data == nullptr ? 0 : fatbin::extent(data, available);
  if (bytes == 0) return Error{ErrorCode::invalidValue, "the program's device code is no fatbinary and no PTX text"};
  return fatbin::selectPtx({static_cast<const std::byte*>(data), bytes}, capability);
}

Failure failureOf(const Error& error) {
  switch (error.code) {
    case ErrorCode::symbolNotFound:
      return {cudaErrorNoKernelImageForDevice, error.message};
    case ErrorCode::invalidPtx:
      return {cudaErrorInvalidPtx, error.message};
    case ErrorCode::unsupportedPtx:
      return {cudaErrorNotSupported, error.message};
    case ErrorCode::outOfMemory:
      return {cudaErrorMemoryAllocation, error.message};
    default:
      return {cudaErrorInvalidKernelImage, error.message};
  }
}

}  // namespace

void Registry::load(Fatbinary& fatbinary, Device& device) {
  if (fatbinary.tried) return;
  fatbinary.tried = true;
  const Card& card = device.card();
  const auto capability = static_cast<unsigned>(card.computeMajor * 10 + card.computeMinor);
  std::vector<std::string> texts, names;
  const auto add = [&](const void* data, std::string name) {
    // A library's code is a copy of our own, which no mapped segment of the program holds.
    const std::size_t available = fatbinary.copy.empty() ? mappedBytesFrom(data) : fatbinary.copy.size();
    Result<std::string> ptx = ptxOf(data, available, capability);
    if (!ptx) fatbinary.failure = failureOf(ptx.error());
    if (ptx) {
      texts.push_back(std::move(*ptx));
      names.push_back(std::move(name));
    }
    return static_cast<bool>(ptx);
  };
  if (fatbinary.units == nullptr) {
    if (!add(fatbinary.data, "ptx")) return;
  } else {
    for (std::size_t k = 0; fatbinary.units[k] != nullptr; ++k)
      if (!add(fatbinary.units[k], fmt::format("ptx{}", k + 1))) return;
    if (texts.empty()) {
      fatbinary.failure = {cudaErrorInvalidKernelImage, "the program's relocatable device code holds no file"};
      return;
    }
  }
  // A program may hold many kernels and run few: each is decoded when it is first asked for.
  Result<std::shared_ptr<const Module>> module = device.loadProgram(texts, names, Decoding::later);
  if (module)
    fatbinary.module = *module;
  else
    fatbinary.failure = failureOf(module.error());
}

Function* Registry::function(const void* host, Device& device, Failure& failure) {
  const auto entry = functions_.find(host);
  if (entry == functions_.end()) {
    // CUDA 13 takes any other address for a handle of a kernel (H200, CUDA 13.0).
    failure = {host == nullptr ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidResourceHandle,
               "this address was not registered as a __global__ function"};
    return nullptr;
  }
  Function& function = entry->second;
  if (function.kernel == nullptr) {
    load(*function.fatbinary, device);
    if (!function.fatbinary->module) {
      failure = function.fatbinary->failure;
      return nullptr;
    }
    const auto& kernels = function.fatbinary->module->kernels;
    const auto kernel =
        std::find_if(kernels.begin(), kernels.end(), [&](const Kernel& k) { return k.name == function.name; });
    if (kernel == kernels.end()) {
      failure = {cudaErrorInvalidDeviceFunction, fmt::format("the program's PTX has no kernel {}", function.name)};
      return nullptr;
    }
    if (const Status prepared = device.prepare(*kernel); !prepared) {
      failure = failureOf(prepared.error());
      return nullptr;
    }
    function.kernel = &*kernel;
  }
  return &function;
}

Symbol* Registry::symbol(const void* host, Device& device, Failure& failure) {
  const auto entry = symbols_.find(host);
  if (entry == symbols_.end()) {
    failure = {cudaErrorInvalidSymbol, "this is not the address of a __device__ or __constant__ variable"};
    return nullptr;
  }
  Symbol& symbol = entry->second;
  if (symbol.variable == nullptr) {
    load(*symbol.fatbinary, device);
    if (!symbol.fatbinary->module) {
      failure = symbol.fatbinary->failure;
      return nullptr;
    }
    for (const Module::Variable& variable : symbol.fatbinary->module->variables) {
      if (variable.name == symbol.name) symbol.variable = &variable;
    }
    if (symbol.variable == nullptr) {
      failure = {cudaErrorInvalidSymbol, fmt::format("the program's PTX has no variable {}", symbol.name)};
      return nullptr;
    }
  }
  return &symbol;
}

bool Registry::holdsVariable(DeviceAddress address) const {
  const auto isThere = [&](const Module::Variable& variable) { return variable.address == address; };
  return std::any_of(fatbinaries_.begin(), fatbinaries_.end(), [&](const Fatbinary& fatbinary) {
    return fatbinary.module &&
           std::any_of(fatbinary.module->variables.begin(), fatbinary.module->variables.end(), isThere);
  });
}

void Registry::forgetLoaded() {
  for (Fatbinary& fatbinary : fatbinaries_) {
    fatbinary.module.reset();
    fatbinary.tried = false;
  }
  for (auto& [host, function] : functions_) {
    function.kernel = nullptr;
    function.dynamicSharedLimit = 0;
    function.limitSet = false;
    function.carveout = -1;
    function.anyClusterSize = false;
  }
  for (auto& [host, symbol] : symbols_) symbol.variable = nullptr;
}

Failure Registry::bindManaged(Device& device) {
  for (auto& [host, entry] : symbols_) {
    if (entry.managed == nullptr || entry.variable != nullptr) continue;
    Failure failure;
    const Symbol* found = symbol(host, device, failure);
    if (found == nullptr) return failure;
    const Result<AllocationInfo> allocation = device.find(found->variable->address);
    if (!allocation || allocation->kind != MemoryKind::managed) {
      return {cudaErrorNotSupported,
              fmt::format("__managed__ variables ({}) are not simulated yet: use cudaMallocManaged", entry.name)};
    }
    *entry.managed = reinterpret_cast<void*>(found->variable->address);
  }
  return {};
}

}  // namespace gpusim::cudart
