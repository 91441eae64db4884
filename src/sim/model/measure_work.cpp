// From what the instructions of a finished launch recorded to what it asked of the card.
#include <algorithm>
#include <cmath>
#include <map>

#include "sim/model/time_model.h"

namespace gpusim {
namespace {

/// The sample of one instruction over all host threads.
BlockSample::Site sampleOf(const std::vector<std::unique_ptr<Worker>>& workers, std::size_t index) {
  BlockSample::Site sum;
  for (const auto& worker : workers) {
    const BlockSample::Site& site = worker->sample.sites[index];
    if (site.requests == 0) continue;
    sum.low = sum.requests == 0 ? site.low : std::min(sum.low, site.low);
    sum.high = std::max(sum.high, site.high);
    for (double BlockSample::Site::*field : BlockSample::sums) sum.*field += site.*field;
  }
  return sum;
}

/// What went to one allocation. Bytes that are read again come from a cache; how many there are at most, the range of
/// addresses says that the sample saw.
struct Touched {
  double allocated = 0, loaded = 0, stored = 0, storedByLanes = 0;
  std::uint64_t low = ~std::uint64_t{0}, high = 0;

  double most(double sampledBlocks) const {
    if (high <= low) return allocated;
    // The blocks between the last one sampled and the end of the grid lie past what it saw.
    const double past = sampledBlocks > 1 ? sampledBlocks / (sampledBlocks - 1) : 1;
    return std::min(allocated, static_cast<double>(high - low) * past);
  }
};

double terminatorCost(Terminator::Kind kind) {
  switch (kind) {
    case Terminator::Kind::fall:
    case Terminator::Kind::yield:
    case Terminator::Kind::trap:
      return 0;
    case Terminator::Kind::call:
      return 4;
    case Terminator::Kind::table:
      return 3;
    default:
      return 1;
  }
}

void addInstructions(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers, Work& work) {
  for (std::size_t b = 0; b < launch.code.blocks.size(); ++b) {
    const BasicBlock& block = launch.code.blocks[b];
    double passes = 0, skipped = 0;
    for (const auto& worker : workers) {
      passes += static_cast<double>(worker->passes[b]);
      // A warp whose lanes all skip it issues it all the same.
      if (block.isPredicated)
        skipped += static_cast<double>(worker->passes[b - 1]) - static_cast<double>(worker->passes[b]);
    }
    passes += std::max(0.0, skipped);
    if (passes == 0) continue;
    for (std::uint32_t k = block.first; k < block.last; ++k) {
      const Instruction& instruction = launch.code.instructions[k];
      // ptxas makes one access of several to shared memory; another one carries this.
      const bool merged = instruction.space == Space::shared && instruction.width != 0 && instruction.ptxasWidth == 0;
      if (merged) continue;
      work.issued += passes * instruction.cost.issued;
      work.multiply += passes * instruction.cost.multiply;
      work.integer += passes * instruction.cost.integer;
      work.special += passes * instruction.cost.special;
      work.fp64 += passes * instruction.cost.fp64;
      work.sharedWavefronts += passes * instruction.cost.shuffles;
    }
    work.issued += passes * terminatorCost(block.end.kind);
    if (block.end.kind == Terminator::Kind::barrier) work.barrierWarps += passes;
  }
}

/// The share of the atomics that the most wanted place gets, times all of them.
double hottest(const std::vector<std::unique_ptr<Worker>>& workers,
               std::unordered_map<std::uint64_t, double> BlockSample::*places, double all) {
  std::unordered_map<std::uint64_t, double> sum;
  double total = 0, most = 0;
  for (const auto& worker : workers)
    for (const auto& [place, count] : worker->sample.*places) {
      most = std::max(most, sum[place] += count);
      total += count;
    }
  return total > 0 ? all * most / total : 0;
}

}  // namespace

Work measureWork(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers) {
  Work work;
  work.blocks = static_cast<double>(launch.config.grid.count());
  work.warpsPerBlock = std::ceil(static_cast<double>(launch.config.block.count()) / warpSize);
  work.residentBlocks = std::max(
      1u, residentBlocks(launch.card, launch.kernel, launch.config.block.count(), launch.config.dynamicSharedBytes));
  addInstructions(launch, workers, work);

  const auto sampled = static_cast<double>(launch.sampledBlocks.count());
  std::map<DeviceAddress, Touched> byAllocation;
  double atomicRequests = 0;
  for (std::size_t b = 0; b < launch.code.blocks.size(); ++b)
    for (std::uint32_t k = launch.code.blocks[b].first; k < launch.code.blocks[b].last; ++k) {
      const Instruction& instruction = launch.code.instructions[k];
      double requests = 0, sectors = 0, lanes = 0, passes = 0;
      Touched* touched = nullptr;
      for (const auto& worker : workers) {
        const AccessSite& site = worker->sites[k];
        work.sharedWavefronts += static_cast<double>(site.shared.units);
        passes += static_cast<double>(worker->passes[b]);
        if (site.global.requests == 0) continue;
        requests += static_cast<double>(site.global.requests);
        sectors += static_cast<double>(site.global.units);
        lanes += static_cast<double>(worker->lanes[b]);
        touched = &byAllocation[site.live.begin];
        if (site.live.end > site.live.begin)
          touched->allocated = std::max(touched->allocated, static_cast<double>(site.live.end - site.live.begin));
      }
      if (touched == nullptr) continue;
      BlockSample::Site sample = sampleOf(workers, k);
      const double scale = sample.requests > 0 ? requests / sample.requests : 0;
      const double granules = sample.requests > 0 ? sample.granules * scale : sectors / 2;
      if (sample.requests > 0) {
        touched->low = std::min(touched->low, sample.low);
        touched->high = std::max(touched->high, sample.high);
      }
      work.globalWavefronts += sample.requests > 0 ? sample.wavefronts * scale : std::max(requests, sectors / 4);
      if (instruction.isAtomic) {
        work.atomicSectors += sectors;
        atomicRequests += requests;
        touched->loaded += sectors * 32;
        if (instruction.startsLoadRound) work.roundsL2 += passes;
      } else if (instruction.isWrite) {
        work.l2StoreSectors += sectors;
        touched->stored += sectors * 32;
        touched->storedByLanes += lanes * instruction.width;
        if (sectors > 2.0 * requests * instruction.width) {
          work.partialSectors += sectors;
          work.partialLines += sample.requests > 0 ? sample.lines * scale : sectors;
        }
      } else {
        const double missed = sample.requests > 0 ? sample.missedSectors * scale : sectors;
        const double waits = sample.requests > 0 ? sample.waits / sample.requests : 1;
        work.l2LoadSectors += missed;
        touched->loaded += std::max(granules * 64, sectors * 32);
        if (instruction.startsLoadRound) {
          work.roundsL1 += passes * (1 - waits);
          work.roundsL2 += passes * waits;
        }
      }
    }
  double loadedOnce = 0;
  for (const auto& [base, touched] : byAllocation) {
    const double most = touched.most(sampled), loaded = std::min(touched.loaded, most),
                 stored = std::min(touched.stored, most);
    loadedOnce += loaded;
    work.dramStoreBytes += stored;
    // A sector that stays partly written is read first. One that other requests fill up is not.
    const double covered = stored > 0 ? std::min(1.0, touched.storedByLanes / stored) : 1;
    work.dramLoadBytes += covered < 0.9 ? stored : 0;
  }
  work.dramLoadBytes += loadedOnce;
  // Of the loads that the L1 does not serve, those that are the first to a byte wait for DRAM.
  const double first = work.l2LoadSectors > 0 ? std::min(1.0, loadedOnce / 32 / work.l2LoadSectors) : 0;
  work.roundsDram = work.roundsL2 * first;
  work.roundsL2 -= work.roundsDram;
  double constantWords = 0;
  for (const auto& worker : workers) constantWords += worker->sample.constantWords;
  work.constantWords = constantWords * work.blocks / sampled;
  work.atomicChunk = hottest(workers, &BlockSample::chunks, work.atomicSectors);
  work.atomicAddress = hottest(workers, &BlockSample::addresses, atomicRequests);
  return work;
}

}  // namespace gpusim
