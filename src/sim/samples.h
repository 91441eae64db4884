#pragma once
// What DeviceOptions::samples adds to a LaunchReport: for each instruction that touches global or shared memory the
// sums that its counters are judged by, and its costliest access with the address of every lane; for each branch, its
// most even split. Enough to say why a line costs what it costs.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gpusim {

struct SourceLine {
  std::string file;   // as the compiler recorded it; empty without -lineinfo
  unsigned line = 0;  // 1-based; 0 without -lineinfo
};

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  /// The number of `index` in a grid of this extent: x runs fastest.
  std::uint64_t numberOf(const Dim3& index) const { return (std::uint64_t{index.z} * y + index.y) * x + index.x; }
  bool operator==(const Dim3&) const = default;
};

enum class AccessKind : std::uint8_t { load, store, atomic };

/// A warp at one moment.
struct WarpSample {
  Dim3 block{0, 0, 0};
  Dim3 thread{0, 0, 0};      // of lane 0
  std::uint32_t exists = 0;  // lanes the block has
  std::uint32_t mask = 0;    // lanes that took part
};

/// The accesses of one instruction in one memory space over a launch.
struct AccessSample {
  SourceLine where;
  std::vector<SourceLine> inlinedAt;  // innermost call first
  bool isShared = false;              // else global
  AccessKind kind = AccessKind::load;
  unsigned bytes = 0;         // a lane moves, all elements of a vector together
  unsigned elementBytes = 0;  // of one element of the vector
  bool isReal = false;        // floating-point elements
  unsigned narrowIndex = 0;   // 31 or 32: the address holds a product that can outgrow as many bits; else 0
  std::uint64_t requests = 0;
  std::uint64_t units = 0;  // sectors of global memory, or wavefronts of shared memory: as counted
  /// What no layout could go below for the same lanes and bytes: distinct bytes in whole sectors; a wavefront a group
  /// of lanes (countWavefronts).
  std::uint64_t idealUnits = 0;
  std::uint64_t lanes = 0;  // that took part, summed over requests

  // The access furthest above its ideal; the first such of the lowest block.
  WarpSample worst;
  unsigned worstUnits = 0, worstIdeal = 0;
  /// By lane; shared: offset into the block's shared memory; global: bytes from the start of the allocation that holds
  /// the first active lane's, which may be below 0 when another lane is in another. Idle lanes: 0.
  std::array<std::int64_t, 32> address{};
  std::size_t allocationBytes = 0;  // of that allocation; shared: bytes of shared memory a block has
};

/// The branches of one source line that split a warp.
struct BranchSample {
  SourceLine where;
  std::vector<SourceLine> inlinedAt;
  std::uint64_t splits = 0;
  WarpSample most;          // the most even split: lanes that met the branch,
  std::uint32_t taken = 0;  // and those of them that jumped
};

}  // namespace gpusim
