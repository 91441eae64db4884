#include "harness/card_state.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "harness/driver_library.h"

namespace harness {
namespace {

// The few names of nvml.h that are needed (NVML API Reference Guide, vR580). A plain C library with a stable ABI.
using NvmlDevice = void*;
constexpr int nvmlSuccess = 0;
struct NvmlProcess {  // nvmlProcessInfo_t of the calls that end in _v3
  unsigned pid;
  unsigned long long usedMemory;
  unsigned gpuInstance, computeInstance;
};
struct SlowReason {
  unsigned long long bit;  // nvmlClocksEventReason*
  const char* name;
};
constexpr SlowReason slowReasons[] = {
    {0x04, "its power limit"}, {0x08, "a hardware slowdown"}, {0x20, "heat"}, {0x40, "heat"}, {0x80, "a power brake"},
};

/// The command's name where /proc shows the process; a container has its own numbers.
std::string nameOf(unsigned pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/comm");
  std::string name;
  std::getline(file, name);
  return name.empty() ? fmt::format("process {}", pid) : fmt::format("{} ({})", name, pid);
}

/// The card that CUDA calls the first one: numbers of the two libraries can differ, bus addresses do not.
std::string busAddress() {
  void* driver = cudaDriver();
  const auto init = lookUp<int(unsigned)>(driver, "cuInit");
  const auto getDevice = lookUp<int(int*, int)>(driver, "cuDeviceGet");
  const auto getBus = lookUp<int(char*, int, int)>(driver, "cuDeviceGetPCIBusId");
  int device = 0;
  std::array<char, 32> bus{};
  if (init == nullptr || getDevice == nullptr || getBus == nullptr || init(0) != 0 || getDevice(&device, 0) != 0 ||
      getBus(bus.data(), static_cast<int>(bus.size()) - 1, device) != 0)
    return "";
  return bus.data();
}

void readProcesses(void* library, NvmlDevice device, CardState& state) {
  const auto getProcesses =
      lookUp<int(NvmlDevice, unsigned*, NvmlProcess*)>(library, "nvmlDeviceGetComputeRunningProcesses_v3");
  std::array<NvmlProcess, 64> found{};
  unsigned count = found.size();
  if (getProcesses == nullptr || getProcesses(device, &count, found.data()) != nvmlSuccess) return;
  for (unsigned i = 0; i < count; ++i)
    if (found[i].pid != static_cast<unsigned>(getpid())) state.otherPrograms.push_back(nameOf(found[i].pid));
}

void readSlowdown(void* library, NvmlDevice device, CardState& state) {
  const auto getReasons =
      lookUp<int(NvmlDevice, unsigned long long*)>(library, "nvmlDeviceGetCurrentClocksThrottleReasons");
  unsigned long long reasons = 0;
  if (getReasons == nullptr || getReasons(device, &reasons) != nvmlSuccess) return;
  for (const SlowReason& reason : slowReasons)
    if ((reasons & reason.bit) != 0 && (state.slowedBy.empty() || state.slowedBy.back() != reason.name))
      state.slowedBy.emplace_back(reason.name);
}

}  // namespace

std::optional<CardState> readCardState() {
  const std::string bus = busAddress();
  if (bus.empty()) return std::nullopt;
  CardState state;
  void* driver = cudaDriver();
  if (const auto getVersion = lookUp<int(int*)>(driver, "cuDriverGetVersion")) getVersion(&state.cudaVersion);
  void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  const auto init = lookUp<int()>(library, "nvmlInit_v2");
  const auto shutdown = lookUp<int()>(library, "nvmlShutdown");
  if (init == nullptr || shutdown == nullptr || init() != nvmlSuccess) return state;
  if (const auto getVersion = lookUp<int(char*, unsigned)>(library, "nvmlSystemGetDriverVersion")) {
    std::array<char, 80> version{};
    if (getVersion(version.data(), version.size()) == nvmlSuccess) state.driver = version.data();
  }
  const auto getDevice = lookUp<int(const char*, NvmlDevice*)>(library, "nvmlDeviceGetHandleByPciBusId_v2");
  NvmlDevice device = nullptr;
  if (getDevice != nullptr && getDevice(bus.c_str(), &device) == nvmlSuccess) {
    readProcesses(library, device, state);
    readSlowdown(library, device, state);
  }
  shutdown();
  return state;
}

std::string doubtOf(const CardState& state) {
  std::string doubt;
  if (!state.otherPrograms.empty())
    doubt =
        fmt::format("before the run the card was in use by {}{}: times may hold its work", state.otherPrograms.front(),
                    state.otherPrograms.size() > 1 ? fmt::format(" and {} more", state.otherPrograms.size() - 1) : "");
  if (!state.slowedBy.empty())
    doubt += fmt::format("{}before the run the card's clocks were held down by {}", doubt.empty() ? "" : "; ",
                         state.slowedBy.front());
  return doubt;
}

}  // namespace harness
