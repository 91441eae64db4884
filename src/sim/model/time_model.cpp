#include "sim/model/time_model.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gpusim {

Traffic measureTraffic(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers) {
  Traffic traffic;
  struct Touched {
    double bytes = 0, loaded = 0, stored = 0;
  };
  std::map<DeviceAddress, Touched> byAllocation;
  for (std::size_t k = 0; k < launch.code.instructions.size(); ++k) {
    const Instruction& instruction = launch.code.instructions[k];
    for (const auto& worker : workers) {
      const AccessSite& site = worker->sites[k];
      if (site.global.requests == 0) continue;
      const auto sectors = static_cast<double>(site.global.units), requests = static_cast<double>(site.global.requests);
      Touched& touched = byAllocation[site.live.begin];
      touched.bytes = std::max(
          touched.bytes, static_cast<double>(site.live.end > site.live.begin ? site.live.end - site.live.begin : 0));
      (instruction.isWrite ? touched.stored : touched.loaded) += sectors * 32;
      if (instruction.isWrite && sectors > 2.0 * requests * instruction.width) traffic.partialStoreSectors += sectors;
    }
  }
  for (std::size_t b = 0; b < launch.code.blocks.size(); ++b) {
    double rounds = 0;
    for (std::uint32_t k = launch.code.blocks[b].first; k < launch.code.blocks[b].last; ++k)
      rounds += launch.code.instructions[k].startsLoadRound ? 1 : 0;
    for (const auto& worker : workers) traffic.memoryRounds += rounds * static_cast<double>(worker->passes[b]);
  }
  const double warpsPerBlock = std::ceil(static_cast<double>(launch.config.block.count()) / warpSize);
  const unsigned resident =
      residentBlocks(launch.card, launch.kernel, launch.config.block.count(), launch.config.dynamicSharedBytes);
  traffic.residentWarps = warpsPerBlock * std::min(static_cast<double>(launch.config.grid.count()),
                                                   static_cast<double>(resident) * launch.card.multiprocessors);
  for (const auto& [base, touched] : byAllocation)
    traffic.dramBytes += std::min(touched.loaded, touched.bytes) + std::min(touched.stored, touched.bytes);
  return traffic;
}

double modelSeconds(const Card& card, const Counters& counters, const Traffic& traffic) {
  const double clocks = card.sustainedClockHertz * card.multiprocessors;
  const double dram = traffic.dramBytes / card.dramBytesPerSecond;
  const double loads =
      std::min(static_cast<double>(counters.globalLoadSectors), traffic.dramBytes / 32);  // what is read again hits L1
  const double stores =
      static_cast<double>(counters.globalStoreSectors) + (card.partialWritePenalty - 1) * traffic.partialStoreSectors;
  const double l2 = (loads + stores + static_cast<double>(counters.globalAtomicSectors)) / card.l2SectorsPerSecond;
  const double wavefronts = static_cast<double>(counters.sharedLoadWavefronts + counters.sharedStoreWavefronts);
  // A global access takes the same pipe: a wavefront for each 4 sectors, and one where all lanes want the same word.
  const double l1 = std::max(static_cast<double>(counters.globalLoadSectors + counters.globalStoreSectors) / 4,
                             static_cast<double>(counters.globalLoadRequests + counters.globalStoreRequests));
  const double shared = (wavefronts + l1) / (clocks * card.sharedWavefrontsPerCycle);
  const double issue = static_cast<double>(counters.warpInstructions) / (clocks * card.issueSlotsPerCycle);
  // Little's law: a warp waits a latency a round, the resident warps wait together. What is read again comes from a
  // cache, in about a third of the time; a barrier costs about a tenth.
  constexpr double cachedShare = 0.35, barrierShare = 0.1;
  const auto loaded = static_cast<double>(counters.globalLoadSectors);
  const double first = loaded > 0 ? loads / loaded : 1;
  const double rounds = traffic.memoryRounds * (first + cachedShare * (1 - first)) +
                        barrierShare * static_cast<double>(counters.barriers);
  const double latency = rounds * card.memoryLatencySeconds / std::max(1.0, traffic.residentWarps);
  const double longest = std::max({dram, l2, shared, issue, latency});
  if (longest <= 0) return card.launchOverheadSeconds;
  double sum = 0;
  for (double part : {dram, l2, shared, issue, latency}) sum += std::pow(part / longest, 3);
  return longest * std::cbrt(sum) + card.launchOverheadSeconds;
}

}  // namespace gpusim
