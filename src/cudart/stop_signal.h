#pragma once
// What a judge sends before it kills a program at its time limit.

namespace gpusim::cudart {

/// From now on SIGTERM ends the launch that runs, which then tells at which line it was.
void stopLaunchesOnSignal();

}  // namespace gpusim::cudart
