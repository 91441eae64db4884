#pragma once
// The shape of one warp access: how its lanes' addresses lie relative to the first active lane's.
//
// Address analysis is the larger part of a memory instruction's cost, and most instructions repeat one shape with
// another base. Each instruction therefore remembers its last shape and what was counted for it. Requests, sectors and
// wavefronts are Nsight Compute's: one request a warp instruction, distinct 32-byte sectors, passes over 32 banks of 4
// bytes.
#include <array>
#include <cstdint>
#include <cstring>

#include "sim/exec/warp.h"
#include "sim/memory/address_space.h"

namespace gpusim {

struct AccessShape {
  enum class Kind : std::uint8_t { uniform, contiguous, scattered };
  alignas(64) std::array<std::int32_t, warpSize> relative{};  // bytes from the first active lane; inactive lanes 0
  std::uint32_t mask = 0;
  std::int32_t low = 0, high = 0;  // least and greatest of `relative`
  Kind kind = Kind::scattered;
  bool near = false;                       // every lane within 2 GiB of the first; otherwise nothing above is valid
  std::uint8_t wavefronts = 0;             // of a shared access; 0: not yet counted
  std::uint8_t banks = 0;                  // the same of a global access of 4 bytes or more; 0: not yet counted
  std::uint8_t conflicts = 0;              // valid with `wavefronts`; a generic access may have sectors too
  std::uint8_t idealSectors = 0;           // of a global access; 0: not yet counted
  std::array<std::uint8_t, 32> sectors{};  // of a global access by base % 32; 0: not yet counted
};

/// What one instruction remembers and counts on one host thread.
struct AccessSite {
  AccessShape shape;
  LiveRange live;
  struct Count {
    std::uint64_t requests = 0, units = 0, conflicts = 0;  // units: sectors (global) or wavefronts (shared)
    std::uint64_t ideal = 0;                               // sectors that the distinct bytes fill; global only
  };
  Count global, shared, local;  // a generic access may go to all three
};

/// Bring `site.shape` up to date for `address`, where inactive lanes hold the first active lane's address.
inline void classify(AccessShape& shape, const std::uint64_t* address, std::uint64_t base, std::uint32_t mask,
                     unsigned bytes) {
  alignas(64) std::array<std::int32_t, warpSize> relative;
  std::uint64_t far = 0;
#pragma GCC ivdep
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    const std::uint64_t difference = address[lane] - base;
    relative[lane] = static_cast<std::int32_t>(difference);
    far |= (difference + 0x80000000u) >> 32;
  }
  if (far != 0) {
    shape.near = false;
    shape.mask = mask;
    shape.kind = AccessShape::Kind::scattered;
    return;
  }
  std::int32_t changed = shape.mask == mask && shape.near ? 0 : 1;
  if (changed == 0)
    for (unsigned lane = 0; lane < warpSize; ++lane) changed |= relative[lane] ^ shape.relative[lane];
  if (changed == 0) return;

  shape.relative = relative;
  shape.mask = mask;
  shape.near = true;
  shape.wavefronts = shape.banks = 0;
  shape.sectors.fill(0);
  shape.idealSectors = 0;
  std::int32_t low = 0, high = 0, fromZero = 0, fromUnit = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    low = relative[lane] < low ? relative[lane] : low;
    high = relative[lane] > high ? relative[lane] : high;
    fromZero |= relative[lane];
    fromUnit |= relative[lane] ^ static_cast<std::int32_t>(lane * bytes);
  }
  shape.low = low;
  shape.high = high;
  shape.kind = fromZero == 0                       ? AccessShape::Kind::uniform
               : fromUnit == 0 && mask == allLanes ? AccessShape::Kind::contiguous
                                                   : AccessShape::Kind::scattered;
}

/// Distinct 32-byte sectors that the lanes of `mask` touch, each lane `bytes` at its address.
unsigned countSectors(const std::uint64_t* address, std::uint32_t mask, unsigned bytes);

/// Distinct bytes of the lanes of `mask` in whole sectors: what no layout could go below.
unsigned countIdealSectors(const std::uint64_t* address, std::uint32_t mask, unsigned bytes);

/// What a global atomic counts as sectors: each sector once for every lane that shares its most wanted address, since
/// lanes of one address take turns. Measured on an H200 (tests/counters/course_sm90.csv).
unsigned countAtomicSectors(const std::uint64_t* address, std::uint32_t mask);

/// Passes over the banks for a shared access of `bytes` (1 to 16) a lane, and the least any layout would need.
/// Measured on an H200 over 216 patterns (tests/counters/shared_patterns.csv); loads of equal addresses pair up, stores
/// do not.
struct Wavefronts {
  unsigned count = 0, ideal = 0;
};
Wavefronts countWavefronts(const std::uint64_t* address, std::uint32_t mask, unsigned bytes, bool isLoad);

}  // namespace gpusim
