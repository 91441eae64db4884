#pragma once
// What needs the addresses of every access, taken from a sample of the blocks: which sectors the L1 still has, how many
// lines a store touches, which address the atomics fight for. The whole launch is the sample scaled up.
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/decode/instruction.h"
#include "sim/exec/access.h"

namespace gpusim {

/// The blocks that are sampled: one drawn from each of `wanted` stretches of the grid, or all if there are no more.
class SampledBlocks {
 public:
  SampledBlocks(Dim3 grid, std::uint64_t wanted);
  bool holds(Dim3 block) const;
  std::uint64_t count() const;

 private:
  Dim3 grid_;
  std::uint64_t step_ = 1;
};

/// One host thread's part of the sample, by instruction.
class BlockSample {
 public:
  struct Site {
    double requests = 0, sectors = 0;
    double missedSectors = 0;                         // not in the L1
    double waits = 0;                                 // requests with a sector that this warp meets for the first time
    double lines = 0, granules = 0, wavefronts = 0;   // granules: 64 bytes, what DRAM reads at a time
    std::uint64_t low = ~std::uint64_t{0}, high = 0;  // addresses
  };
  /// The fields of a Site that add up.
  static constexpr double Site::*sums[] = {&Site::requests, &Site::sectors,  &Site::missedSectors, &Site::waits,
                                           &Site::lines,    &Site::granules, &Site::wavefronts};

  explicit BlockSample(std::size_t instructions);
  ~BlockSample();

  struct GlobalAccess {
    const std::uint64_t* address;  // by lane
    std::uint32_t mask;
    AccessShape::Kind how;
    unsigned banks;  // passes over the banks, as countWavefronts has them
  };
  /// An access of warp number `warp` of block number `block`.
  void global(std::uint64_t block, std::uint32_t warp, const Instruction& instruction, const GlobalAccess& access);
  void constant(const std::uint64_t* address, std::uint32_t mask);

  std::vector<Site> sites;
  double constantWords = 0;
  std::unordered_map<std::uint64_t, double> chunks;     // atomics of 512 bytes: sectors
  std::unordered_map<std::uint64_t, double> addresses;  // of the first lane: requests

 private:
  void countAtomics(const std::uint64_t* address, std::uint32_t mask);

  class Cache;
  std::map<std::uint64_t, std::unique_ptr<Cache>> caches_;  // by block
  std::uint64_t recentBlock_ = 0;
  Cache* recent_ = nullptr;  // of recentBlock_
};

}  // namespace gpusim
