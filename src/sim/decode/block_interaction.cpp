#include <set>

#include "sim/decode/draft.h"

namespace gpusim {

bool blocksInteract(const Draft& draft) {
  std::set<std::uint32_t> read;
  const auto note = [&](Operand operand) {
    if (operand.base == Operand::registers) read.insert(operand.offset);
  };
  for (const DraftBlock& block : draft.blocks) {
    for (const DraftInstruction& item : block.instructions) {
      for (unsigned slot : item.reads) note(item.at(slot));
      note(item.instruction.guard);
    }
    for (Operand operand : {block.warpSync, block.end.predicate, block.end.threads, block.end.number}) note(operand);
  }
  for (const DraftBlock& block : draft.blocks)
    for (const DraftInstruction& item : block.instructions) {
      const Instruction& instruction = item.instruction;
      const bool elsewhere = instruction.space == Space::shared || instruction.space == Space::local ||
                             instruction.space == Space::constant || instruction.width == 0;
      if (elsewhere) continue;
      if (!instruction.isWrite && !instruction.isPlainLoad && !instruction.isAsyncCopy && instruction.isOrdered)
        return true;
      if (!instruction.isAtomic) continue;
      if (instruction.isOrdered) return true;
      for (unsigned slot : item.writes)
        if (read.count(item.at(slot).offset) != 0) return true;
    }
  return false;
}

}  // namespace gpusim
