// ptxas turns neighbouring shared loads of one thread into 8- and 16-byte ones (LDS.64, LDS.128) where the address is
// known to be aligned; a card therefore counts fewer requests and wavefronts than the PTX has loads. Measured on an
// H200: the 32 shared loads of one step of the 16x16 tiled matmul run as 16 LDS and 4 LDS.128.
#include <algorithm>
#include <bit>
#include <map>

#include "sim/decode/draft.h"

namespace gpusim {
namespace {

struct Candidate {
  Instruction* instruction;
  std::int64_t offset;
  unsigned aligned;  // log2 of the base's alignment
};

/// Merges one run of loads with the same base: greedily from the lowest offset, 16 bytes first, then 8.
void mergeRun(std::vector<Candidate>& run) {
  std::stable_sort(run.begin(), run.end(), [](const Candidate& a, const Candidate& b) { return a.offset < b.offset; });
  for (std::size_t k = 0; k < run.size();) {
    std::size_t taken = 1;
    for (std::int64_t wide : {16, 8}) {
      const auto log = static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(wide)));
      if (run[k].aligned < log || run[k].offset % wide != 0) continue;
      std::int64_t end = run[k].offset;
      std::size_t count = 0;
      while (k + count < run.size() && end < run[k].offset + wide && run[k + count].offset == end &&
             run[k + count].instruction->width == run[k].instruction->width)
        end += run[k + count++].instruction->width;
      if (end != run[k].offset + wide || count < 2) continue;
      taken = count;
      run[k].instruction->ptxasWidth = static_cast<std::uint8_t>(wide);
      for (std::size_t rest = 1; rest < count; ++rest) run[k + rest].instruction->ptxasWidth = 0;
      break;
    }
    k += taken;
  }
}

}  // namespace

void mergeSharedLoads(KernelBuilder& builder, Draft& draft) {
  for (DraftBlock& block : draft.blocks) {
    std::map<std::uint64_t, std::vector<Candidate>> runs;  // by base register, or one for all constant addresses
    const auto flush = [&] {
      for (auto& [key, run] : runs) mergeRun(run);
      runs.clear();
    };
    for (DraftInstruction& item : block.instructions) {
      Instruction& instruction = item.instruction;
      if (instruction.isWrite && (instruction.space == Space::shared || instruction.space == Space::generic)) flush();
      if (instruction.isPlainLoad && instruction.space == Space::shared && instruction.guard.base == Operand::none &&
          instruction.width >= 4) {
        const Operand base = instruction.operand[4];
        if (base.base == Operand::constants) {
          const std::uint64_t value = builder.code.constantPool[base.offset / 8];
          runs[~std::uint64_t{0}].push_back(
              {&instruction, static_cast<std::int64_t>(value & 0xffffffff) + instruction.immediate, 4});
        } else if (base.base == Operand::registers) {
          const auto known = builder.alignment.find(builder.registers[base.offset].name);
          runs[base.offset].push_back(
              {&instruction, instruction.immediate, known == builder.alignment.end() ? 0 : known->second});
        }
      }
      for (unsigned slot : item.writes) {
        const auto run = runs.find(item.at(slot).offset);
        if (run == runs.end()) continue;
        mergeRun(run->second);
        runs.erase(run);
      }
    }
    flush();
  }
}

}  // namespace gpusim
