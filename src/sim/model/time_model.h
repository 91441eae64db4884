#pragma once
#include "sim/exec/worker.h"

namespace gpusim {

/// What a finished launch asked of the card, from what its instructions recorded.
Work measureWork(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers);

/// Seconds of each part of the card, if it were alone.
struct TimeParts {
  double dram = 0, l2 = 0, l1 = 0, issue = 0, multiply = 0, integer = 0, special = 0, fp64 = 0, constant = 0,
         atomics = 0;
  double latency = 0;  // waiting, with what is resident to fill it
};
TimeParts timeParts(const Card& card, const Work& work);

/// Modelled seconds of a launch. docs/time-model.md has its error.
double modelSeconds(const Card& card, const Work& work);

}  // namespace gpusim
