#pragma once
// What the launches so far cost by source line, added up kernel by kernel: the answer to gpusimTakeLines.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/sim.h"

namespace gpusim::cudart {

class LineJournal {
 public:
  /// Launches of one kernel are one entry: counts add up, of their costliest accesses the costliest stays.
  void add(const LaunchReport& report);
  /// JSON as gpusim.h describes it.
  std::string json() const;
  void forget() { kernels_.clear(); }

 private:
  struct KernelLines {
    std::string name;
    LaunchConfig config;  // of the last launch
    std::uint64_t launches = 0;
    double modelledSeconds = 0;
    Counters counters;
    std::vector<LineCounters> lines;
    std::vector<AccessSample> accesses;
    std::vector<BranchSample> splits;
  };
  std::vector<KernelLines> kernels_;  // in the order of their first launches
};

}  // namespace gpusim::cudart
