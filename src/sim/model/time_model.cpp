#include "sim/model/time_model.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace gpusim {
namespace {

// Measured or known of every card.
constexpr double sectorsPerCycle = 2;        // that one multiprocessor gets from the L2
constexpr double cyclesPerConstantWord = 2;  // measured on an H200, evidence/day19-constant-memory/ncu-h200.txt

// Fitted to the H200's half of the kernels (docs/time-model.md), and used for every card.
constexpr double lineShare = 0.936;           // of a partial store's cost that each line of a request costs
constexpr double atomicSectorCost = 2;        // in sectors that are loaded
constexpr double barrierCycles = 13;          // that a warp waits at a barrier where nobody is late
constexpr double barrierCyclesPerWarp = 2.6;  // of a multiprocessor, whose barriers take turns
constexpr double dependentCycles = 3;         // between an instruction and the next of the same warp
constexpr double blockStartCycles = 284;      // before a wave's first instructions
constexpr double integerShare = 0.5;          // of adds and shifts; ptxas makes multiply-adds of the others

// How parts that overlap add up: the p-norm of their times. The longest dominates, a close second still costs.
constexpr double latencyNorm = 1.43;  // DRAM and waiting: a memory that is busy answers late
constexpr double memoryNorm = 3.19;   // both of them and the L2
constexpr double pipesNorm = 3.29;    // issue and the arithmetic pipes
constexpr double allNorm = 2.75;

double norm(std::initializer_list<double> parts, double p) {
  const double longest = std::max(parts);
  if (longest <= 0) return 0;
  double sum = 0;
  for (const double part : parts) sum += std::pow(part / longest, p);
  return longest * std::pow(sum, 1 / p);
}

}  // namespace

TimeParts timeParts(const Card& card, const Work& work) {
  TimeParts parts;
  const double blocks = std::max(1.0, work.blocks), warpsPerBlock = std::max(1.0, work.warpsPerBlock);
  // A grid that is smaller than the card, or not a multiple of it, leaves multiprocessors idle.
  const double used = std::min<double>(blocks, card.multiprocessors), turns = std::ceil(blocks / used);
  const double busy = used * blocks / (turns * used);
  const double cycles = card.sustainedClockHertz * busy;
  const double resident = std::min(std::max(1.0, work.residentBlocks), turns), warps = resident * warpsPerBlock;

  parts.dram = (work.dramLoadBytes + work.dramStoreBytes) / card.dramBytesPerSecond;
  // A part of a sector costs the L2 more than a whole one, by the lines that a request spreads it over.
  const double partial =
      (card.partialWritePenalty - 1) * (lineShare * work.partialLines + (1 - lineShare) * work.partialSectors);
  const double sectors = work.l2LoadSectors + work.l2StoreSectors + atomicSectorCost * work.atomicSectors;
  parts.l2 = std::max((sectors + partial) / card.l2SectorsPerSecond, sectors / (sectorsPerCycle * cycles));
  parts.l1 = (work.sharedWavefronts + work.globalWavefronts) / (cycles * card.sharedWavefrontsPerCycle);
  parts.issue = work.issued / (cycles * std::min(card.issueSlotsPerCycle, warps));
  const auto pipe = [&](double instructions, double lanes) { return instructions * warpSize / (cycles * lanes); };
  const double moved = work.integer * (1 - integerShare);
  parts.multiply = pipe(work.multiply + moved, card.multiplyLanesPerCycle);
  parts.integer = pipe(work.integer - moved, card.integerLanesPerCycle);
  parts.special = pipe(work.special, card.specialLanesPerCycle);
  parts.fp64 = pipe(work.fp64, card.fp64LanesPerCycle);
  parts.constant = work.constantWords * cyclesPerConstantWord / cycles;
  // Atomics of one place wait for each other, whatever the rest of the card does.
  parts.atomics = std::max(work.atomicChunk * card.atomicSeconds, work.atomicAddress * card.atomicAddressSeconds);

  // Little's law: a warp waits a latency a round, and all resident warps wait together; a last wave that is not full
  // takes as long as one that is.
  const double waiting = used * warps, waves = blocks / (used * resident);
  const double tail = std::ceil(waves) / waves;
  const double warpCycles = dependentCycles * work.issued + barrierCycles * work.barrierWarps;
  parts.latency = tail *
                      (work.roundsL1 * card.l1LatencySeconds + work.roundsL2 * card.l2LatencySeconds +
                       work.roundsDram * card.memoryLatencySeconds + warpCycles / card.sustainedClockHertz) /
                      waiting +
                  std::ceil(waves) * blockStartCycles / card.sustainedClockHertz;
  parts.l1 += work.barrierWarps * barrierCyclesPerWarp / cycles;
  return parts;
}

double modelSeconds(const Card& card, const Work& work) {
  const TimeParts p = timeParts(card, work);
  const double memory = norm({norm({p.dram, p.latency}, latencyNorm), p.l2}, memoryNorm);
  const double pipes = norm({p.issue, p.multiply, p.integer, p.special, p.fp64}, pipesNorm);
  return norm({memory, pipes, p.l1, p.constant, p.atomics}, allNorm) + card.launchOverheadSeconds;
}

}  // namespace gpusim
