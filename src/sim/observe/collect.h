#pragma once
#include <memory>
#include <vector>

#include "sim/exec/worker.h"

namespace gpusim {

/// Adds up what the host threads of a launch counted, in total and by source line, and merges their findings.
LaunchReport collect(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers);

}  // namespace gpusim
