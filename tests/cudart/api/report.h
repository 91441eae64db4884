#pragma once
// What a scene prints: one line a step, the same on a card and on the simulator.
#include <cuda_runtime.h>

#include <cstdio>

/// "what: cudaErrorInvalidValue". Clears the last error, so that steps do not answer for each other.
inline cudaError_t says(const char* what, cudaError_t code) {
  std::printf("%s: %s\n", what, cudaGetErrorName(code));
  cudaGetLastError();
  return code;
}

inline void value(const char* what, long long number) { std::printf("%s = %lld\n", what, number); }

/// A kernel that does nothing wrong, and one that takes arguments.
extern __global__ void nothing();
extern __global__ void store(int* to, int what);

void allocateScene();
void freeScene();
void registerScene();
void pointersScene();
void copyScene();
void copyRowsScene();
void copyVolumeScene();
void symbolsScene();
void managedScene();
void poolsScene();
void streamsScene();
void eventsScene();
void launchScene();
void functionsScene();
void occupancyScene();
void limitsScene();
void devicesScene();
void attributesScene();
void entryPointsScene();
void errorsScene();
void graphNodesScene();
void graphRunScene();
void graphUpdateScene();
void graphMemoryScene();
void captureScene();
void captureLeaveScene();
void captureModesScene();
void faultAddressScene();
void faultAlignmentScene();
void faultAssertScene();
void faultTrapScene();
void cooperativeScene();
void peersScene();
