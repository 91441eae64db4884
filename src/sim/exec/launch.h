#pragma once
// Runs all blocks of one launch over the host's threads and adds up what they counted.
#include "sim/exec/worker.h"

namespace gpusim {

/// Counters, findings, fault and printed text of the launch. The result does not depend on how many threads ran it,
/// unless blocks race with each other.
LaunchReport runLaunch(Launch& launch);

}  // namespace gpusim
