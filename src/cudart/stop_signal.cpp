#include "cudart/stop_signal.h"

#include <csignal>

#include "sim/exec/stop.h"

namespace gpusim::cudart {

void stopLaunchesOnSignal() {
  struct sigaction action = {};
  action.sa_handler = [](int) { stopAsked = true; };
  action.sa_flags = SA_RESTART;
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace gpusim::cudart
