#pragma once
#include "sim/exec/worker.h"

namespace gpusim {

/// What a launch asks of the memory system beyond its counters.
struct Traffic {
  double dramBytes = 0;            // each allocation's touched bytes once a direction
  double partialStoreSectors = 0;  // sectors that a store request covers by less than half
  double memoryRounds = 0;         // times a warp waits for global memory, over all warps
  double residentWarps = 1;        // that wait at the same time
};

/// Traffic of a finished launch, from what its instructions recorded.
Traffic measureTraffic(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers);

/// Modelled seconds: DRAM, L2, shared memory and issue each give a time; they overlap imperfectly, so the result is
/// their 3-norm (the largest dominates, a close second still costs), plus the launch overhead. docs/time-model.md has
/// its error.
double modelSeconds(const Card& card, const Counters& counters, const Traffic& traffic);

}  // namespace gpusim
