#include "sim/observe/collect.h"

#include <algorithm>

#include "sim/model/time_model.h"

namespace gpusim {
namespace {

void addAccess(Counters& to, const AccessSite& site, const Instruction& instruction) {
  const bool load = !instruction.isWrite, atomic = instruction.isWrite && instruction.isAtomic;
  if (atomic) {
    to.globalAtomicRequests += site.global.requests;
    to.globalAtomicSectors += site.global.units;
    to.sharedAtomicRequests += site.shared.requests;
  } else if (load) {
    to.globalLoadRequests += site.global.requests;
    to.globalLoadSectors += site.global.units;
    to.globalLoadIdealSectors += site.global.ideal;
    to.sharedLoadRequests += site.shared.requests;
    to.sharedLoadWavefronts += site.shared.units;
    to.sharedLoadConflicts += site.shared.conflicts;
    to.localLoadRequests += site.local.requests;
  } else {
    to.globalStoreRequests += site.global.requests;
    to.globalStoreSectors += site.global.units;
    to.globalStoreIdealSectors += site.global.ideal;
    to.sharedStoreRequests += site.shared.requests;
    to.sharedStoreWavefronts += site.shared.units;
    to.sharedStoreConflicts += site.shared.conflicts;
    to.localStoreRequests += site.local.requests;
  }
}

/// A read that comes before the write it should have waited for is also a read of something unwritten. Where the race
/// is reported, the second finding only distracts.
void demoteConsequences(std::vector<Finding>& findings) {
  const auto at = [](const SourceLine& a, const SourceLine& b) { return a.line == b.line && a.file == b.file; };
  for (Finding& finding : findings) {
    if (finding.tool != Tool::initcheck) continue;
    for (const Finding& race : findings)
      if (race.tool == Tool::racecheck && !race.note &&
          (at(race.site.where, finding.site.where) ||
           (!race.other.empty() && at(race.other[0].where, finding.site.where))))
        finding.note = true;
  }
}

}  // namespace

Counters& Counters::operator+=(const Counters& other) {
  globalLoadRequests += other.globalLoadRequests;
  globalLoadSectors += other.globalLoadSectors;
  globalLoadIdealSectors += other.globalLoadIdealSectors;
  globalStoreRequests += other.globalStoreRequests;
  globalStoreSectors += other.globalStoreSectors;
  globalStoreIdealSectors += other.globalStoreIdealSectors;
  globalAtomicRequests += other.globalAtomicRequests;
  globalAtomicSectors += other.globalAtomicSectors;
  localLoadRequests += other.localLoadRequests;
  localStoreRequests += other.localStoreRequests;
  sharedLoadRequests += other.sharedLoadRequests;
  sharedLoadWavefronts += other.sharedLoadWavefronts;
  sharedLoadConflicts += other.sharedLoadConflicts;
  sharedStoreRequests += other.sharedStoreRequests;
  sharedStoreWavefronts += other.sharedStoreWavefronts;
  sharedStoreConflicts += other.sharedStoreConflicts;
  sharedAtomicRequests += other.sharedAtomicRequests;
  warpInstructions += other.warpInstructions;
  threadInstructions += other.threadInstructions;
  branches += other.branches;
  divergentBranches += other.divergentBranches;
  barriers += other.barriers;
  return *this;
}

LaunchReport collect(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers) {
  const DecodedKernel& code = launch.code;
  LaunchReport report;
  report.kernel = launch.kernel.demangled;
  report.config = launch.config;

  std::vector<Counters> bySource(code.sources.size());
  for (const auto& worker : workers) {
    for (std::size_t b = 0; b < code.blocks.size(); ++b) {
      const BasicBlock& block = code.blocks[b];
      const std::uint64_t passes = worker->passes[b], lanes = worker->lanes[b];
      std::uint32_t weight = 0;
      for (std::uint32_t k = block.first; k < block.last; ++k) {
        const Instruction& instruction = code.instructions[k];
        Counters& to = bySource[instruction.source];
        to.warpInstructions += passes * instruction.weight;
        to.threadInstructions += lanes * instruction.weight;
        weight += instruction.weight;
        addAccess(to, worker->sites[k], instruction);
      }
      Counters& end = bySource[block.end.source];
      end.warpInstructions += passes * (block.weight - weight);
      end.threadInstructions += lanes * (block.weight - weight);
      end.branches += worker->branches[b];
      end.divergentBranches += worker->divergent[b];
      end.barriers += worker->barriers[b];
    }
    report.printed += worker->printed;
    if (report.fault.empty()) report.fault = worker->faults;
  }
  for (std::size_t s = 0; s < bySource.size(); ++s) {
    report.counters += bySource[s];
    if (s != 0 && bySource[s].warpInstructions != 0)
      report.lines.push_back({code.sources[s], bySource[s], code.inlinedAt[s]});
  }
  std::stable_sort(report.lines.begin(), report.lines.end(), [](const LineCounters& a, const LineCounters& b) {
    return std::tie(a.where.file, a.where.line) < std::tie(b.where.file, b.where.line);
  });

  auto merged = workers.front()->findings;
  for (std::size_t k = 1; k < workers.size(); ++k)
    for (const auto& [key, finding] : workers[k]->findings) {
      const auto [found, isNew] = merged.try_emplace(key, finding);
      if (isNew) continue;
      const std::uint64_t total = found->second.count + finding.count;
      // Which host thread met it first must not show: keep the one of the lower block and thread.
      const auto place = [](const Finding& f) {
        return std::tuple(f.site.block.z, f.site.block.y, f.site.block.x, f.site.thread.z, f.site.thread.y,
                          f.site.thread.x);
      };
      if (place(finding) < place(found->second)) found->second = finding;
      found->second.count = total;
    }
  for (auto& [key, finding] : merged) report.findings.push_back(std::move(finding));
  demoteConsequences(report.findings);
  report.work = measureWork(launch, workers);
  report.modelledSeconds = modelSeconds(launch.card, report.work);
  return report;
}

}  // namespace gpusim
