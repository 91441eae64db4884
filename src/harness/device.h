#pragma once
// Whether a card and its driver are there, without the CUDA runtime.
#include <cstdint>
#include <optional>
#include <string>

namespace harness {

struct Gpu {
  std::string name;  // as the driver reports it
  int computeMajor = 0, computeMinor = 0;
  std::uint64_t l2Bytes = 0;
};

/// The first card the driver shows, or nothing. Takes about 0.1 s with a driver and no time without one.
std::optional<Gpu> findGpu();

}  // namespace harness
