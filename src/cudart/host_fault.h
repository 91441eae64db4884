#pragma once
#include "sim/sim.h"

namespace gpusim::cudart {

/// From now on, a host access to an address that `device` owns writes one line to stderr before the process dies of it.
/// A page of managed memory that is not on the host's side comes over instead, and the program goes on.
/// Other faults go to the handler that was there before. `now` takes the place of `before`: null and a device begin it,
/// a device and null end it, which must happen before the device goes away.
void watchHostFaults(const Device* now, const Device* before);

}  // namespace gpusim::cudart
