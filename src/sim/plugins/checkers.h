#pragma once
// The checkers that watch from outside. memcheck's bounds and synccheck's barriers are part of execution itself
// (src/sim/exec), since an access out of bounds must also not happen.
#include <memory>

#include "sim/exec/worker.h"

namespace gpusim {

/// Reads of global or shared memory that nobody wrote.
std::unique_ptr<Observer> makeInitcheck(Worker& worker);

class SyncBoard;
class RaceShadow;

/// What the host threads of one launch share for racecheck. Outlives their observers.
class RaceLaunch {
 public:
  RaceLaunch(AddressSpace& memory, const LaunchConfig& config);
  ~RaceLaunch();
  SyncBoard& board() { return *board_; }
  RaceShadow* shadow() { return shadow_; }

 private:
  RaceShadow* shadow_;
  std::unique_ptr<SyncBoard> board_;
};

class ManagedPages;

/// No checker: page faults of device code on managed memory, for the count.
std::unique_ptr<Observer> makePageFaults(ManagedPages& pages);

/// Conflicting accesses to shared or global memory by threads that nothing orders.
std::unique_ptr<Observer> makeRacecheck(Worker& worker, RaceLaunch& launch);

}  // namespace gpusim
