#include "harness/device.h"

#include <array>

#include "harness/driver_library.h"

namespace harness {

std::optional<Gpu> findGpu() {
  void* driver = cudaDriver();
  const auto init = lookUp<int(unsigned)>(driver, "cuInit");
  const auto getDevice = lookUp<int(int*, int)>(driver, "cuDeviceGet");
  const auto getName = lookUp<int(char*, int, int)>(driver, "cuDeviceGetName");
  const auto getAttribute = lookUp<int(int*, int, int)>(driver, "cuDeviceGetAttribute");
  if (init == nullptr || getDevice == nullptr || getName == nullptr || getAttribute == nullptr) return std::nullopt;
  int device = 0;
  if (init(0) != 0 || getDevice(&device, 0) != 0) return std::nullopt;
  constexpr int l2CacheSize = 38, computeCapabilityMajor = 75, computeCapabilityMinor = 76;  // CU_DEVICE_ATTRIBUTE_*
  std::array<char, 256> name{};
  Gpu gpu;
  if (getName(name.data(), static_cast<int>(name.size()) - 1, device) != 0) return std::nullopt;
  if (getAttribute(&gpu.computeMajor, computeCapabilityMajor, device) != 0) return std::nullopt;
  if (getAttribute(&gpu.computeMinor, computeCapabilityMinor, device) != 0) return std::nullopt;
  int l2Bytes = 0;
  if (getAttribute(&l2Bytes, l2CacheSize, device) == 0 && l2Bytes > 0)
    gpu.l2Bytes = static_cast<std::uint64_t>(l2Bytes);
  gpu.name = name.data();
  return gpu;
}

}  // namespace harness
