// ptxas turns neighbouring shared loads or stores of one thread into 8- and 16-byte ones (LDS.64, STS.128 and their
// kin) where the address is known to be aligned; a card therefore counts fewer requests and wavefronts than the PTX has
// loads. Measured on an H200: the 32 shared loads of one step of the 16x16 tiled matmul run as 16 LDS and 4 LDS.128.
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

namespace {

/// Accesses that may still merge, by base register, or one for all constant addresses.
class Runs {
 public:
  void add(const KernelBuilder& builder, Instruction& instruction) {
    const Operand base = instruction.operand[4];
    if (base.base == Operand::constants) {
      const std::uint64_t value = builder.code.constantPool[base.offset / 8];
      runs_[~std::uint64_t{0}].push_back(
          {&instruction, static_cast<std::int64_t>(value & 0xffffffff) + instruction.immediate, 4});
    } else if (base.base == Operand::registers) {
      const auto known = builder.alignment.find(builder.registers[base.offset].name);
      runs_[base.offset].push_back(
          {&instruction, instruction.immediate, known == builder.alignment.end() ? 0 : known->second});
    }
  }
  /// The base `number` changes: what was relative to it merges now or never.
  void close(std::uint64_t number) {
    const auto run = runs_.find(number);
    if (run == runs_.end()) return;
    mergeRun(run->second);
    runs_.erase(run);
  }
  void flush() {
    for (auto& [key, run] : runs_) mergeRun(run);
    runs_.clear();
  }

 private:
  std::map<std::uint64_t, std::vector<Candidate>> runs_;
};

}  // namespace

void mergeSharedAccesses(KernelBuilder& builder, Draft& draft) {
  for (DraftBlock& block : draft.blocks) {
    Runs loads, stores;
    for (DraftInstruction& item : block.instructions) {
      Instruction& instruction = item.instruction;
      const bool mayBeShared = instruction.space == Space::shared || instruction.space == Space::generic;
      const bool candidate =
          instruction.space == Space::shared && instruction.guard.base == Operand::none && instruction.width >= 4;
      if (mayBeShared && instruction.isWrite) loads.flush();
      if (mayBeShared && instruction.width != 0 && !(candidate && instruction.isPlainStore)) stores.flush();
      if (candidate && instruction.isPlainLoad) loads.add(builder, instruction);
      if (candidate && instruction.isPlainStore) stores.add(builder, instruction);
      for (unsigned slot : item.writes) {
        loads.close(instruction.operand[slot].offset);
        stores.close(instruction.operand[slot].offset);
      }
    }
    loads.flush();
    stores.flush();
  }
}

}  // namespace gpusim
