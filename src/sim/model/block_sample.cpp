#include "sim/model/block_sample.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

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
    if (askedCount_ >= 8 * cachedSectors) forgetAsked();
    if (heldCount_ >= cachedSectors) heldCount_ = 0, ++heldAge_;
    Entry& entry = find(sector);
    const std::uint64_t bit = std::uint64_t{1} << warp % 64;
    isNewToWarp = (entry.askedBy & bit) == 0;
    askedCount_ += isNewToWarp ? 1 : 0;
    entry.askedBy |= bit;
    if (entry.heldAge == heldAge_) return false;
    entry.heldAge = heldAge_;
    ++heldCount_;
    return true;
  }

 private:
  struct Entry {
    std::uint64_t key = 0;      // sector + 1; 0: free
    std::uint64_t askedBy = 0;  // a bit a warp, by number % 64
    std::uint32_t heldAge = 0;  // in the L1 while this is the cache's
  };

  /// Of an open table that is at most half full.
  Entry& find(std::uint64_t sector) {
    if (2 * (used_ + 1) > table_.size()) grow();
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = (sector + 1) * 0x9e3779b97f4a7c15u >> 32 & mask;; at = (at + 1) & mask) {
      if (table_[at].key == sector + 1) return table_[at];
      if (table_[at].key != 0) continue;
      ++used_;
      table_[at].key = sector + 1;
      return table_[at];
    }
  }
  void grow() {
    std::vector<Entry> before(std::max<std::size_t>(256, 2 * table_.size()));
    before.swap(table_);
    used_ = 0;
    for (const Entry& entry : before)
      if (entry.key != 0) find(entry.key - 1) = entry;
  }
  /// Entries that are not held either would fill the table for nothing.
  void forgetAsked() {
    askedCount_ = 0;
    std::vector<Entry> before(table_.size());
    before.swap(table_);
    used_ = 0;
    for (Entry& entry : before) {
      if (entry.key == 0 || entry.heldAge != heldAge_) continue;
      entry.askedBy = 0;
      find(entry.key - 1) = entry;
    }
  }

  std::vector<Entry> table_;
  std::size_t used_ = 0, askedCount_ = 0, heldCount_ = 0;
  std::uint32_t heldAge_ = 1;
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
                         const GlobalAccess& access) {
  const std::uint64_t* const address = access.address;
  const std::uint32_t mask = access.mask;
  std::array<std::uint64_t, 2 * warpSize> sectors;
  std::size_t count = 0;
  bool ascending = true;
  const auto add = [&](std::uint64_t sector) {
    if (count != 0 && sector == sectors[count - 1]) return;
    ascending = ascending && (count == 0 || sector > sectors[count - 1]);
    sectors[count++] = sector;
  };
  if (access.how == AccessShape::Kind::contiguous) {
    const std::uint64_t last = (address[warpSize - 1] + instruction.width - 1) / 32;
    for (std::uint64_t sector = address[0] / 32; sector <= last; ++sector) sectors[count++] = sector;
  } else {
    // All lanes of one address ask for what the first of them asks for.
    const std::uint32_t asking = access.how == AccessShape::Kind::uniform ? mask & -mask : mask;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      if ((asking >> lane & 1) == 0) continue;
      add(address[lane] / 32);
      add((address[lane] + instruction.width - 1) / 32);
    }
  }
  auto end = sectors.begin() + static_cast<std::ptrdiff_t>(count);
  if (!ascending) {
    std::sort(sectors.begin(), end);
    end = std::unique(sectors.begin(), end);
  }
  Site& site = sites[instruction.index];
  site.requests += 1;
  site.low = std::min(site.low, sectors[0] * 32);
  site.high = std::max(site.high, *(end - 1) * 32 + 32);
  if (instruction.isAtomic) countAtomics(address, mask);
  const bool load = !instruction.isWrite;
  Cache* cache = nullptr;
  if (load && !instruction.bypassesL1) {
    if (recent_ == nullptr || recentBlock_ != block) {
      recentBlock_ = block;
      std::unique_ptr<Cache>& kept = caches_[block];
      if (kept == nullptr) kept = std::make_unique<Cache>();
      recent_ = kept.get();
    }
    cache = recent_;
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
  site.wavefronts += std::max(access.banks, (lines + linesPerCycle - 1) / linesPerCycle);
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
