#include "cudart/properties.h"

#include <algorithm>
#include <climits>
#include <cstring>

namespace gpusim::cudart {

using namespace abi;

namespace {

// Of every card the project describes.
constexpr int warpSize = 32;
constexpr std::size_t maxPitch = 2147483647, textureAlignment = 512, pitchAlignment = 32;

int toInt(std::uint64_t value) { return static_cast<int>(std::min<std::uint64_t>(value, INT_MAX)); }

bool isHopper(const Card& card) { return card.computeMajor >= 9; }

/// How many single precision results the card has for a double precision one, by compute capability.
int singleToDouble(const Card& card) {
  const bool fullRate = card.computeMinor == 0 && card.computeMajor >= 6;  // 6.0, 7.0, 8.0, 9.0
  return fullRate ? 2 : card.computeMajor == 8 ? 64 : 32;
}

}  // namespace

cudaDeviceProp propertiesOf(const Card& card, int ordinal) {
  cudaDeviceProp p{};
  std::strncpy(p.name, card.name.c_str(), sizeof(p.name) - 1);
  std::strncpy(p.uuid, "gpusim", sizeof(p.uuid));
  p.uuid[15] = static_cast<char>(ordinal);
  p.pciBusID = ordinal + 1;
  p.totalGlobalMem = static_cast<std::size_t>(card.globalMemoryBytes);
  p.sharedMemPerBlock = card.sharedBytesPerBlock;
  p.regsPerBlock = toInt(card.registersPerBlock);
  p.warpSize = warpSize;
  p.memPitch = maxPitch;
  p.maxThreadsPerBlock = toInt(card.maxThreadsPerBlock);
  for (std::size_t i = 0; i < 3; ++i) {
    p.maxThreadsDim[i] = toInt(card.maxBlockDim[i]);
    p.maxGridSize[i] = toInt(card.maxGridDim[i]);
  }
  p.totalConstMem = static_cast<std::size_t>(card.constantBytes);
  p.major = card.computeMajor;
  p.minor = card.computeMinor;
  p.textureAlignment = textureAlignment;
  p.texturePitchAlignment = pitchAlignment;
  p.multiProcessorCount = toInt(card.multiprocessors);
  p.canMapHostMemory = 1;
  p.surfaceAlignment = textureAlignment;
  p.concurrentKernels = 1;
  p.asyncEngineCount = 2;  // one copy engine a direction, as Scheduler has
  p.unifiedAddressing = 1;
  p.memoryBusWidth = toInt(card.memoryBusBits);
  p.l2CacheSize = toInt(card.l2Bytes);
  p.persistingL2CacheMaxSize = toInt(card.persistingL2Bytes);
  p.accessPolicyMaxWindowSize = toInt(accessPolicyWindow(card));
  p.maxThreadsPerMultiProcessor = toInt(card.maxThreadsPerMultiprocessor);
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = card.sharedBytesPerMultiprocessor;
  p.regsPerMultiprocessor = toInt(card.registersPerMultiprocessor);
  p.managedMemory = 1;
  p.concurrentManagedAccess = 1;
  p.streamPrioritiesSupported = 1;
  p.cooperativeLaunch = 1;
  p.hostRegisterSupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.computePreemptionSupported = 1;
  p.sharedMemPerBlockOptin = card.sharedBytesPerBlockOptin;
  p.maxBlocksPerMultiProcessor = toInt(card.maxBlocksPerMultiprocessor);
  p.reservedSharedMemPerBlock = card.reservedSharedBytesPerBlock;
  p.memoryPoolsSupported = 1;  // cudaMallocAsync
  p.deviceNumaId = -1;
  p.hostNumaId = -1;
  return p;
}

std::optional<int> attributeOf(const Card& card, int attribute, int ordinal) {
  const cudaDeviceProp p = propertiesOf(card, ordinal);
  switch (attribute) {
    case 1:
      return p.maxThreadsPerBlock;
    case 2:
      return p.maxThreadsDim[0];
    case 3:
      return p.maxThreadsDim[1];
    case 4:
      return p.maxThreadsDim[2];
    case 5:
      return p.maxGridSize[0];
    case 6:
      return p.maxGridSize[1];
    case 7:
      return p.maxGridSize[2];
    case 8:
      return toInt(p.sharedMemPerBlock);
    case 9:
      return toInt(p.totalConstMem);
    case 10:
      return p.warpSize;
    case 11:
      return toInt(p.memPitch);
    case 12:
      return p.regsPerBlock;
    case 13:
      return toInt(card.clockKilohertz);
    case 14:
      return toInt(p.textureAlignment);
    case 15:
      return 1;  // copies overlap with kernels
    case 16:
      return p.multiProcessorCount;
    case 17:
      return 0;  // no limit on a kernel's run time
    case 18:
      return p.integrated;
    case 19:
      return p.canMapHostMemory;
    case 20:
      return 0;  // compute mode: default
    case 30:
      return toInt(p.surfaceAlignment);
    case 31:
      return p.concurrentKernels;
    case 32:
      return p.ECCEnabled;
    case 33:
      return p.pciBusID;
    case 36:
      return toInt(card.memoryClockKilohertz);
    case 37:
      return p.memoryBusWidth;
    case 38:
      return p.l2CacheSize;
    case 39:
      return p.maxThreadsPerMultiProcessor;
    case 40:
      return p.asyncEngineCount;
    case 41:
      return p.unifiedAddressing;
    case 51:
      return toInt(p.texturePitchAlignment);
    case 75:
      return p.major;
    case 76:
      return p.minor;
    case 78:
      return p.streamPrioritiesSupported;
    case 79:
      return p.globalL1CacheSupported;
    case 80:
      return p.localL1CacheSupported;
    case 81:
      return toInt(p.sharedMemPerMultiprocessor);
    case 82:
      return p.regsPerMultiprocessor;
    case 83:
      return p.managedMemory;
    case 87:
      return singleToDouble(card);
    case 89:
      return p.concurrentManagedAccess;
    case 90:
      return p.computePreemptionSupported;
    case 91:
      return p.canUseHostPointerForRegisteredMem;
    case 95:
      return p.cooperativeLaunch;
    case 97:
      return toInt(p.sharedMemPerBlockOptin);
    case 99:
      return p.hostRegisterSupported;
    case 106:
      return p.maxBlocksPerMultiProcessor;
    case 108:
      return p.persistingL2CacheMaxSize;
    case 109:
      return p.accessPolicyMaxWindowSize;
    case 111:
      return toInt(p.reservedSharedMemPerBlock);
    case 115:
      return p.memoryPoolsSupported;
    case 126:
      return isHopper(card) ? 4 : 1;  // memory synchronisation domains
    case 131:
    case 134:
      return -1;
    default:
      break;
  }
  // The other numbers of cudaDeviceAttr: things this device does not have.
  constexpr int highestAttribute = 147;
  if (attribute >= 1 && attribute <= highestAttribute) return 0;
  return std::nullopt;
}

}  // namespace gpusim::cudart
