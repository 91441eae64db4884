#pragma once
// What belongs to one simulated device of the process: the device itself, what the program loaded onto it, its limits,
// its fault.
#include <array>
#include <cstddef>
#include <memory>
#include <set>

#include "cudart/errors.h"
#include "cudart/registry.h"
#include "sim/sim.h"

namespace gpusim::cudart {

struct Pool;

struct Context {
  int ordinal = 0;
  Card card;
  std::unique_ptr<Device> device;  // null until the first call that needs it
  Registry registry;
  abi::cudaError_t sticky = abi::cudaSuccess;
  /// What cudaDeviceSetLimit set, by cudaLimit.
  std::array<std::size_t, 7> limits{};
  unsigned flags = 0;   // cudaSetDeviceFlags
  int cacheConfig = 0;  // cudaDeviceSetCacheConfig
  std::set<int> peers;  // devices whose memory kernels here may reach
  Pool* currentPool = nullptr;
};

}  // namespace gpusim::cudart
