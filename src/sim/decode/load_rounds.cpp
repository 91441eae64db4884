// How often a warp waits for memory: loads that ptxas can issue together are one round. It moves a load up past
// arithmetic, but not past a store that may alias, not before the load that its address comes from, and out of its
// basic block only where an if is short enough to be predicated.
#include <set>

#include "sim/decode/draft.h"

namespace gpusim {

void markLoadRounds(Draft& draft) {
  bool open = false, stored = false;  // stored: to any memory, since the round began
  std::set<std::uint32_t> waiting;    // registers that depend on loads of the open round
  for (std::size_t index = 0; index < draft.blocks.size(); ++index) {
    DraftBlock& block = draft.blocks[index];
    if (stored || (!block.isPredicated && !(index > 0 && draft.blocks[index - 1].isPredicated))) {
      open = stored = false;
      waiting.clear();
    }
    for (DraftInstruction& item : block.instructions) {
      Instruction& instruction = item.instruction;
      const bool isGlobal = instruction.space == Space::global || instruction.space == Space::generic;
      bool depends = false;
      for (unsigned slot : item.reads) {
        const Operand operand = item.at(slot);
        depends = depends || (operand.base == Operand::registers && waiting.count(operand.offset) != 0);
      }
      const bool isLoad = instruction.width != 0 && !instruction.isWrite && isGlobal;
      if (isLoad && (!open || depends)) {
        instruction.startsLoadRound = true;
        open = true;
        stored = false;
        waiting.clear();
      }
      if (isLoad || depends)
        for (unsigned slot : item.writes) waiting.insert(item.at(slot).offset);
      stored = stored || instruction.isWrite;
      if (instruction.isWrite && isGlobal) {
        open = false;
        waiting.clear();
        instruction.startsLoadRound =
            instruction.isAtomic && !item.writes.empty();  // an atomic's old value is waited for too
      }
    }
  }
}

}  // namespace gpusim
