#pragma once
// The observer behind DeviceOptions::samples.
#include <cstdint>
#include <map>
#include <vector>

#include "sim/exec/worker.h"
#include "sim/observe/observer.h"

namespace gpusim {

class Sampler : public Observer {
 public:
  explicit Sampler(const Launch& launch);

  void memory(const MemoryEvent& event, const BlockView& block) override;
  void split(const SplitEvent& event, const BlockView& block) override;

 private:
  friend void addSamples(const std::vector<const Sampler*>& samplers, LaunchReport& report);

  struct Access {
    AccessSample sample;
    std::uint32_t source = 0;
    std::uint64_t place = 0;  // of the worst access: block, then warp
    // The last pattern that was neither uniform nor contiguous, and its ideal: most instructions repeat one.
    std::array<std::uint64_t, warpSize> relative{};
    std::uint32_t mask = 0;
    unsigned ideal = 0;
  };
  unsigned idealOf(Access& access, const MemoryEvent& event, unsigned bytes);
  void keep(AccessSample& sample, const MemoryEvent& event, const BlockView& block) const;
  WarpSample warpSample(const Warp& warp, std::uint32_t mask, const BlockView& block) const;

  const Launch& launch_;
  std::vector<Access> global_, shared_;           // by Instruction::index
  std::map<std::uint32_t, BranchSample> splits_;  // by source
};

/// Adds up what the host threads of a launch sampled; of equally bad accesses the one of the lowest block is kept, so
/// that the result does not depend on which host thread ran it.
void addSamples(const std::vector<const Sampler*>& samplers, LaunchReport& report);

}  // namespace gpusim
