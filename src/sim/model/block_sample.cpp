#include "sim/model/block_sample.h"

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_set>

#include "sim/exec/access.h"

namespace gpusim {
namespace {

constexpr std::uint64_t sectorsPerLine = 4, chunkBytes = 512;
constexpr unsigned linesPerCycle = 3;  // tags that the L1 looks up a cycle: the transposes of day 12 on an H200
constexpr std::size_t cachedSectors = 1 << 15;  // 1 MiB of one block

}  // namespace

/// What one block has read. On a card the warps of a block move together and find each other's sectors in the L1; here
/// one runs after the other, so what they share is kept for longer than a card's L1 would hold it.
class BlockSample::Cache {
 public:
  /// Whether no warp had read the sector. `isNewToWarp` tells whether this one had not: it waits then as long as the
  /// warp that asked first, which asked at about the same time.
  bool misses(std::uint64_t sector, std::uint32_t warp, bool& isNewToWarp) {
    if (byWarp_.size() >= 8 * cachedSectors) byWarp_.clear();
    if (sectors_.size() >= cachedSectors) sectors_.clear();
    isNewToWarp = byWarp_.insert(sector * 64 + warp % 64).second;
    return sectors_.insert(sector).second;
  }

 private:
  std::unordered_set<std::uint64_t> sectors_, byWarp_;
};

SampledBlocks::SampledBlocks(Dim3 grid, std::uint64_t wanted) : grid_(grid) {
  step_ = std::max<std::uint64_t>(1, (grid.count() + wanted - 1) / wanted);
}

// Drawn, since a fixed step could meet one column of the grid or one in eight of the counters that atomics add to.
bool SampledBlocks::holds(Dim3 block) const {
  const std::uint64_t number = grid_.numberOf(block), stretch = number / step_;
  const std::uint64_t drawn = ((stretch + 1) * 0x9e3779b97f4a7c15u >> 24) % step_;
  return number % step_ == drawn || (drawn >= grid_.count() - stretch * step_ && number == grid_.count() - 1);
}

std::uint64_t SampledBlocks::count() const { return (grid_.count() + step_ - 1) / step_; }

BlockSample::BlockSample(std::size_t instructions) : sites(instructions) {}
BlockSample::~BlockSample() = default;

void BlockSample::global(std::uint64_t block, std::uint32_t warp, const Instruction& instruction,
                         const std::uint64_t* address, std::uint32_t mask) {
  std::array<std::uint64_t, 2 * warpSize> sectors;
  std::size_t count = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    const std::uint64_t first = address[lane] / 32, last = (address[lane] + instruction.width - 1) / 32;
    sectors[count++] = first;
    if (last != first) sectors[count++] = last;
  }
  std::sort(sectors.begin(), sectors.begin() + static_cast<std::ptrdiff_t>(count));
  const auto end = std::unique(sectors.begin(), sectors.begin() + static_cast<std::ptrdiff_t>(count));
  Site& site = sites[instruction.index];
  site.requests += 1;
  site.low = std::min(site.low, sectors[0] * 32);
  site.high = std::max(site.high, *(end - 1) * 32 + 32);
  if (instruction.isAtomic) countAtomics(address, mask);
  const bool load = !instruction.isWrite;
  Cache* cache = nullptr;
  if (load && !instruction.bypassesL1) {
    auto& kept = caches_[block];
    if (kept == nullptr) kept = std::make_unique<Cache>();
    cache = kept.get();
  }
  unsigned lines = 0, missed = 0;
  bool waits = false;
  std::uint64_t before = ~std::uint64_t{0} - 7;
  for (auto at = sectors.begin(); at != end; before = *at++) {
    site.sectors += 1;
    lines += *at / sectorsPerLine != before / sectorsPerLine;
    site.granules += *at / 2 != before / 2;
    if (!load) continue;
    bool isNewToWarp = true;
    missed += cache == nullptr || cache->misses(*at, warp, isNewToWarp);
    waits = waits || isNewToWarp;
  }
  site.lines += lines;
  site.missedSectors += missed;
  site.waits += waits ? 1 : 0;
  // The data come out of the same banks that shared memory has, line after line of tags.
  const unsigned banks = countWavefronts(address, mask, instruction.width, load).count;
  site.wavefronts += std::max(banks, (lines + linesPerCycle - 1) / linesPerCycle);
}

void BlockSample::countAtomics(const std::uint64_t* address, std::uint32_t mask) {
  for (std::uint32_t rest = mask; rest != 0;) {
    const std::uint64_t chunk = address[static_cast<unsigned>(std::countr_zero(rest))] / chunkBytes;
    std::uint32_t same = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if ((rest >> lane & 1) != 0 && address[lane] / chunkBytes == chunk) same |= 1u << lane;
    chunks[chunk] += countAtomicSectors(address, same);
    rest &= ~same;
  }
  addresses[address[static_cast<unsigned>(std::countr_zero(mask))] / 4] += 1;
}

void BlockSample::constant(const std::uint64_t* address, std::uint32_t mask) {
  std::array<std::uint64_t, warpSize> words;
  std::size_t count = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if ((mask >> lane & 1) != 0) words[count++] = address[lane] / 4;
  const auto end = words.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(words.begin(), end);
  constantWords += static_cast<double>(std::unique(words.begin(), end) - words.begin());
}

}  // namespace gpusim
