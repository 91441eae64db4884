#include "sim/observe/sampler.h"

#include <algorithm>
#include <bit>

namespace gpusim {
namespace {

constexpr unsigned sectorBytes = 32;

/// How even a split is: lanes of its smaller side.
int evenness(const BranchSample& sample) {
  return std::min(std::popcount(sample.taken), std::popcount(sample.most.mask & ~sample.taken));
}

}  // namespace

Sampler::Sampler(const Launch& launch)
    : launch_(launch), global_(launch.code.instructions.size()), shared_(launch.code.instructions.size()) {}

unsigned Sampler::idealOf(Access& access, const MemoryEvent& event, unsigned bytes) {
  if (event.space == Space::shared) return event.units - event.conflicts;
  if (event.contiguous) return warpSize * bytes / sectorBytes;
  if (event.uniform) return 1;
  std::uint64_t changed = access.mask ^ event.mask;
  const std::uint64_t base = event.address[std::countr_zero(event.mask)];
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    const std::uint64_t relative = event.address[lane] - base;
    changed |= relative ^ access.relative[lane];
    access.relative[lane] = relative;
  }
  access.mask = event.mask;
  if (changed != 0 || access.ideal == 0) access.ideal = countIdealSectors(event.address, event.mask, bytes);
  return access.ideal;
}

void Sampler::memory(const MemoryEvent& event, const BlockView& block) {
  const bool isShared = event.space == Space::shared;
  if ((!isShared && event.space != Space::global) || event.units == 0) return;
  Access& access = (isShared ? shared_ : global_)[event.instruction.index];
  AccessSample& sample = access.sample;
  const unsigned bytes = isShared ? event.instruction.ptxasWidth : event.bytes;
  if (sample.requests == 0) {
    access.source = event.instruction.source;
    sample.isShared = isShared;
    sample.kind = event.kind;
    sample.bytes = bytes;
    sample.elementBytes = event.instruction.elementBytes != 0 ? event.instruction.elementBytes : event.bytes;
    sample.isReal = event.instruction.isReal;
    sample.narrowIndex = event.instruction.narrowIndex;
  }
  const unsigned ideal = idealOf(access, event, bytes);
  ++sample.requests;
  sample.units += event.units;
  sample.idealUnits += ideal;
  sample.lanes += static_cast<std::uint64_t>(std::popcount(event.mask));

  const auto above = [](unsigned units, unsigned least) { return static_cast<int>(units) - static_cast<int>(least); };
  const int now = above(event.units, ideal), before = above(sample.worstUnits, sample.worstIdeal);
  // Of equals the lowest block's lowest warp: which one came first is the schedule's affair.
  const std::uint64_t place = launch_.config.grid.numberOf(block.index) << 5 | event.warp.index;
  if (sample.requests != 1 && (now < before || (now == before && place >= access.place))) return;
  access.place = place;
  sample.worstUnits = event.units;
  sample.worstIdeal = ideal;
  keep(sample, event, block);
}

void Sampler::keep(AccessSample& sample, const MemoryEvent& event, const BlockView& block) const {
  sample.worst = warpSample(event.warp, event.mask, block);
  std::uint64_t base = 0;
  sample.allocationBytes = block.sharedBytes;
  if (!sample.isShared) {
    const Result<AllocationInfo> allocation = launch_.memory.find(event.address[std::countr_zero(event.mask)]);
    // A module's variable lies in no allocation of the program; its 256-byte boundary serves.
    base = allocation ? allocation->base : event.address[std::countr_zero(event.mask)] / 256 * 256;
    sample.allocationBytes = allocation ? allocation->bytes : 0;
  }
  for (unsigned lane = 0; lane < warpSize; ++lane)
    sample.address[lane] = (event.mask >> lane & 1) != 0 ? static_cast<std::int64_t>(event.address[lane] - base) : 0;
}

WarpSample Sampler::warpSample(const Warp& warp, std::uint32_t mask, const BlockView& block) const {
  const std::uint32_t first = warp.index * warpSize;
  WarpSample sample;
  sample.block = block.index;
  sample.thread = {first % block.dimensions.x, first / block.dimensions.x % block.dimensions.y,
                   first / block.dimensions.x / block.dimensions.y};
  sample.exists = warp.exists;
  sample.mask = mask;
  return sample;
}

void Sampler::split(const SplitEvent& event, const BlockView& block) {
  BranchSample& sample = splits_[event.source];
  BranchSample now;
  now.taken = event.taken;
  now.most.mask = event.mask;
  if (sample.splits++ != 0) {
    if (evenness(now) < evenness(sample)) return;
    if (evenness(now) == evenness(sample) &&
        launch_.config.grid.numberOf(block.index) >= launch_.config.grid.numberOf(sample.most.block))
      return;
  }
  sample.most = warpSample(event.warp, event.mask, block);
  sample.taken = event.taken;
}

void addSamples(const std::vector<const Sampler*>& samplers, LaunchReport& report) {
  if (samplers.empty()) return;
  const Launch& launch = samplers.front()->launch_;
  const DecodedKernel& code = launch.code;
  const auto place = [&](const WarpSample& warp) { return launch.config.grid.numberOf(warp.block); };

  for (std::size_t k = 0; k < code.instructions.size(); ++k)
    for (const auto table : {&Sampler::global_, &Sampler::shared_}) {
      AccessSample sum;
      std::uint32_t source = 0;
      for (const Sampler* sampler : samplers) {
        const Sampler::Access& access = (sampler->*table)[k];
        const AccessSample& one = access.sample;
        if (one.requests == 0) continue;
        const AccessSample before = sum;
        const int now = static_cast<int>(one.worstUnits) - static_cast<int>(one.worstIdeal);
        const int known = static_cast<int>(sum.worstUnits) - static_cast<int>(sum.worstIdeal);
        if (sum.requests == 0 || now > known || (now == known && place(one.worst) < place(sum.worst))) sum = one;
        source = access.source;
        sum.requests = before.requests + one.requests;
        sum.units = before.units + one.units;
        sum.idealUnits = before.idealUnits + one.idealUnits;
        sum.lanes = before.lanes + one.lanes;
      }
      if (sum.requests == 0) continue;
      sum.where = code.sources[source];
      sum.inlinedAt = code.inlinedAt[source];
      report.accesses.push_back(std::move(sum));
    }

  std::map<std::uint32_t, BranchSample> splits;
  for (const Sampler* sampler : samplers)
    for (const auto& [source, one] : sampler->splits_) {
      BranchSample& sum = splits[source];
      const std::uint64_t before = sum.splits;
      if (before == 0 || evenness(one) > evenness(sum) ||
          (evenness(one) == evenness(sum) && place(one.most) < place(sum.most)))
        sum = one;
      sum.splits = before + one.splits;
    }
  for (auto& [source, sample] : splits) {
    sample.where = code.sources[source];
    sample.inlinedAt = code.inlinedAt[source];
    report.splits.push_back(std::move(sample));
  }
}

}  // namespace gpusim
