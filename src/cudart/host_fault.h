#pragma once
#include "sim/sim.h"

namespace gpusim::cudart {

/// From now on, a host access to an address that `device` owns writes one line to stderr before the process dies of it.
/// Other faults go to the handler that was there before. Null ends it; call that before the device goes away.
void watchHostFaults(const Device* device);

}  // namespace gpusim::cudart
