#pragma once
// What a launch asks of the parts of a card, as the time model sees it. Machine instructions, sectors and bytes are of
// the whole launch; a warp instruction counts once.
#include <array>

namespace gpusim {

struct Work {
  double blocks = 0, warpsPerBlock = 0, residentBlocks = 0;  // of a multiprocessor
  double issued = 0, multiply = 0, integer = 0, special = 0, fp64 = 0;
  double sharedWavefronts = 0;  // of shared memory and shuffles
  double globalWavefronts = 0;  // global accesses take the same pipe
  double constantWords = 0;     // different words of a constant load with an address in a register
  double l2LoadSectors = 0, l2StoreSectors = 0;
  double partialSectors = 0, partialLines = 0;  // stored, where a request covers them by less than half
  double atomicSectors = 0, atomicChunk = 0, atomicAddress = 0;  // all; of the most wanted 512 bytes; address
  double dramLoadBytes = 0, dramStoreBytes = 0;
  double roundsL1 = 0, roundsL2 = 0, roundsDram = 0;  // times a warp waits for loads, by where they are found
  double barrierWarps = 0;                            // times a warp comes to a barrier
};

/// Its fields by name, in the order above.
struct WorkField {
  const char* name;
  double Work::*value;
};
inline constexpr std::array<WorkField, 24> workFields{{
    {"blocks", &Work::blocks},
    {"warps_per_block", &Work::warpsPerBlock},
    {"resident_blocks", &Work::residentBlocks},
    {"issued", &Work::issued},
    {"multiply", &Work::multiply},
    {"integer", &Work::integer},
    {"special", &Work::special},
    {"fp64", &Work::fp64},
    {"shared_wavefronts", &Work::sharedWavefronts},
    {"global_wavefronts", &Work::globalWavefronts},
    {"constant_words", &Work::constantWords},
    {"l2_load_sectors", &Work::l2LoadSectors},
    {"l2_store_sectors", &Work::l2StoreSectors},
    {"partial_sectors", &Work::partialSectors},
    {"partial_lines", &Work::partialLines},
    {"atomic_sectors", &Work::atomicSectors},
    {"atomic_chunk", &Work::atomicChunk},
    {"atomic_address", &Work::atomicAddress},
    {"dram_load_bytes", &Work::dramLoadBytes},
    {"dram_store_bytes", &Work::dramStoreBytes},
    {"rounds_l1", &Work::roundsL1},
    {"rounds_l2", &Work::roundsL2},
    {"rounds_dram", &Work::roundsDram},
    {"barrier_warps", &Work::barrierWarps},
}};

}  // namespace gpusim
