#include <algorithm>

#include "sim/sim.h"

namespace gpusim {

namespace {

/// A multiprocessor's four parts have a quarter of its registers each, and a warp lives in one of them.
constexpr std::uint64_t partitions = 4;

/// Registers are handed out a warp at a time in units of 256.
std::uint64_t registersPerWarp(const Kernel& kernel) {
  return std::max<std::uint64_t>((std::uint64_t{kernel.registersPerThread} * 32 + 255) / 256 * 256, 256);
}

}  // namespace

unsigned residentBlocks(const Card& card, const Kernel& kernel, std::uint64_t threadsPerBlock,
                        std::size_t dynamicSharedBytes) {
  if (threadsPerBlock == 0 || threadsPerBlock > card.maxThreadsPerBlock) return 0;
  const std::uint64_t warps = (threadsPerBlock + 31) / 32;
  // A launch is checked as if each of its rounds of warps took room in every part (cuda_occupancy.h of CUDA 13.0; an
  // H200 refuses accordingly, evidence/day06-device-properties).
  const std::uint64_t perWarp = registersPerWarp(kernel);
  if ((warps + partitions - 1) / partitions * partitions * perWarp > card.registersPerBlock) return 0;
  const std::size_t shared = kernel.staticSharedBytes + dynamicSharedBytes;
  std::uint64_t blocks = card.maxBlocksPerMultiprocessor;
  blocks = std::min<std::uint64_t>(blocks, card.maxThreadsPerMultiprocessor / (warps * 32));
  blocks = std::min<std::uint64_t>(blocks, card.registersPerMultiprocessor / partitions / perWarp * partitions / warps);
  if (shared + card.reservedSharedBytesPerBlock != 0)
    blocks = std::min<std::uint64_t>(blocks,
                                     card.sharedBytesPerMultiprocessor / (shared + card.reservedSharedBytesPerBlock));
  return static_cast<unsigned>(blocks);
}

}  // namespace gpusim
