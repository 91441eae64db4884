#pragma once
// A card: its limits, as cudaDeviceProp reports them, and the rates the time model uses.
// Each card is one file, src/sim/cards/<name>.yaml, embedded at build time. Adding a card is adding that file.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/result.h"

namespace gpusim {

struct Card {
  std::string id;    // the file's name: "t4"
  std::string name;  // as the driver reports it: "Tesla T4"
  int computeMajor = 0;
  int computeMinor = 0;
  unsigned multiprocessors = 0;

  // Limits (FACT-SHEET.md sections 1 to 3).
  std::uint64_t globalMemoryBytes = 0;  // what cudaMemGetInfo can hand out
  std::uint64_t l2Bytes = 0;
  std::uint64_t persistingL2Bytes = 0;       // the most of L2 that can be set aside; 0: none, or not known
  std::size_t sharedBytesPerBlock = 0;       // without opting in
  std::size_t sharedBytesPerBlockOptin = 0;  // with cudaFuncAttributeMaxDynamicSharedMemorySize
  std::size_t sharedBytesPerMultiprocessor = 0;
  std::size_t reservedSharedBytesPerBlock = 0;
  unsigned registersPerMultiprocessor = 65536;
  unsigned registersPerBlock = 65536;
  unsigned maxThreadsPerBlock = 1024;
  unsigned maxThreadsPerMultiprocessor = 0;
  unsigned maxBlocksPerMultiprocessor = 0;
  std::array<std::uint32_t, 3> maxBlockDim{1024, 1024, 64};
  std::array<std::uint32_t, 3> maxGridDim{2147483647, 65535, 65535};
  std::uint64_t constantBytes = 65536;

  // Clocks and widths as cudaDeviceProp reports them.
  unsigned clockKilohertz = 0;
  unsigned memoryClockKilohertz = 0;
  unsigned memoryBusBits = 0;

  // Rates for src/sim/model: what the card sustains, not its data sheet's peak. Each has its source in the YAML file.
  double dramBytesPerSecond = 0;          // best large copy, bytes read plus bytes written
  double l2SectorsPerSecond = 0;          // 32-byte sectors between L1 and L2, all multiprocessors together
  double partialWritePenalty = 1.0;       // cost of a written sector that arrives alone, in whole sectors
  double sustainedClockHertz = 0;         // SM clock under load
  double sharedWavefrontsPerCycle = 1.0;  // per multiprocessor
  double issueSlotsPerCycle = 4.0;        // warp instructions per cycle per multiprocessor
  double multiplyLanesPerCycle = 0;       // fp32 and integer multiply-adds, per multiprocessor
  double integerLanesPerCycle = 0;        // 32-bit adds, logic, comparisons
  double specialLanesPerCycle = 0;        // reciprocals, roots, sines, conversions
  double fp64LanesPerCycle = 0;
  double launchOverheadSeconds = 0;  // event to event around an empty kernel
  double memoryLatencySeconds = 0;   // a load that DRAM serves, the card otherwise idle
  double l2LatencySeconds = 0;       // one that the L2 serves
  double l1LatencySeconds = 0;
  double atomicSeconds = 0;         // between two atomics on sectors of the same 512 bytes
  double atomicAddressSeconds = 0;  // between two warps' atomics on one address
};

/// The ids of all embedded cards, sorted.
std::vector<std::string> cardIds();

/// The card called `id` ("t4"); an Error that lists the known ids when there is none or its file is malformed.
Result<Card> findCard(std::string_view id);

/// Reads a card from YAML text; an unknown or missing field is an Error with `fileName`, line and what was expected.
Result<Card> parseCard(std::string_view yaml, const std::string& fileName);

}  // namespace gpusim
