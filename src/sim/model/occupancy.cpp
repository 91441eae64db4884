#include <algorithm>

#include "sim/sim.h"

namespace gpusim {

unsigned residentBlocks(const Card& card, const Kernel& kernel, std::uint64_t threadsPerBlock,
                        std::size_t dynamicSharedBytes) {
  if (threadsPerBlock == 0 || threadsPerBlock > card.maxThreadsPerBlock) return 0;
  const std::uint64_t warps = (threadsPerBlock + 31) / 32;
  // Registers are handed out a warp at a time in units of 256; shared memory in units of 128 bytes or 1 KiB with the
  // reserve.
  const std::uint64_t registersPerWarp = (std::uint64_t{kernel.registersPerThread} * 32 + 255) / 256 * 256;
  const std::size_t shared = kernel.staticSharedBytes + dynamicSharedBytes;
  std::uint64_t blocks = card.maxBlocksPerMultiprocessor;
  blocks = std::min<std::uint64_t>(blocks, card.maxThreadsPerMultiprocessor / (warps * 32));
  blocks = std::min<std::uint64_t>(blocks, card.registersPerMultiprocessor / (registersPerWarp * warps));
  if (shared + card.reservedSharedBytesPerBlock != 0)
    blocks = std::min<std::uint64_t>(blocks,
                                     card.sharedBytesPerMultiprocessor / (shared + card.reservedSharedBytesPerBlock));
  return static_cast<unsigned>(blocks);
}

}  // namespace gpusim
