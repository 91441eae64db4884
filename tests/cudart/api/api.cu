// The codes that the runtime API answers to good and bad calls, scene by scene. Run as `api SCENE`; without a name it
// lists the scenes. A scene is its own process, for some end in a fault that stays.
#include <cstring>

#include "report.h"

__global__ void nothing() {}
__global__ void store(int* to, int what) { *to = what; }

namespace {

struct Scene {
  const char* name;
  void (*run)();
};
const Scene scenes[] = {
    {"allocate", allocateScene},
    {"free", freeScene},
    {"register", registerScene},
    {"pointers", pointersScene},
    {"copy", copyScene},
    {"copy-rows", copyRowsScene},
    {"copy-volume", copyVolumeScene},
    {"symbols", symbolsScene},
    {"managed", managedScene},
    {"pools", poolsScene},
    {"streams", streamsScene},
    {"events", eventsScene},
    {"launch", launchScene},
    {"functions", functionsScene},
    {"occupancy", occupancyScene},
    {"limits", limitsScene},
    {"devices", devicesScene},
    {"attributes", attributesScene},
    {"entry-points", entryPointsScene},
    {"errors", errorsScene},
    {"graph-nodes", graphNodesScene},
    {"graph-run", graphRunScene},
    {"graph-update", graphUpdateScene},
    {"graph-memory", graphMemoryScene},
    {"capture", captureScene},
    {"capture-leave", captureLeaveScene},
    {"capture-modes", captureModesScene},
    {"fault-address", faultAddressScene},
    {"fault-alignment", faultAlignmentScene},
    {"fault-assert", faultAssertScene},
    {"fault-trap", faultTrapScene},
    {"cooperative", cooperativeScene},
    {"peers", peersScene},
};

}  // namespace

int main(int count, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // what was printed before a crash is kept
  for (const Scene& scene : scenes) {
    if (count < 2) std::printf("%s\n", scene.name);
    if (count == 2 && std::strcmp(arguments[1], scene.name) == 0) {
      scene.run();
      return 0;
    }
  }
  return count < 2 ? 0 : 2;
}
