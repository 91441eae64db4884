#pragma once
// The checkers that watch from outside. memcheck's bounds and synccheck's barriers are part of execution itself
// (src/sim/exec), since an access out of bounds must also not happen.
#include <memory>

#include "sim/exec/worker.h"

namespace gpusim {

/// Reads of global or shared memory that nobody wrote.
std::unique_ptr<Observer> makeInitcheck(Worker& worker);

/// Conflicting accesses to shared memory by threads that nothing orders: no barrier between warps, no __syncwarp
/// between lanes.
std::unique_ptr<Observer> makeRacecheck(Worker& worker);

}  // namespace gpusim
