// How often a warp waits for memory: loads that ptxas can issue together are one round. It moves a load up past
// arithmetic, but not past a store that may alias, not before the load that its address comes from, and out of its
// basic block only where an if is short enough to be predicated.
#include <set>

#include "sim/decode/draft.h"

namespace gpusim {
namespace {

constexpr std::size_t shortBody = 8;  // instructions

/// Whether block `index` is the body of a short if: ptxas gives its instructions a predicate.
bool isPredicated(const Draft& draft, std::size_t index) {
  if (index == 0 || index + 1 >= draft.blocks.size()) return false;
  const DraftBlock &before = draft.blocks[index - 1], &body = draft.blocks[index];
  const bool falls = body.end.kind == Terminator::Kind::fall ||
                     (body.end.kind == Terminator::Kind::jump && body.end.target == index + 1);
  return before.end.kind == Terminator::Kind::branch && before.end.target == index + 1 && falls &&
         body.instructions.size() <= shortBody;
}

}  // namespace

void markLoadRounds(Draft& draft) {
  bool open = false, stored = false;  // stored: to any memory, since the round began
  std::set<std::uint32_t> waiting;    // registers that depend on loads of the open round
  for (std::size_t index = 0; index < draft.blocks.size(); ++index) {
    DraftBlock& block = draft.blocks[index];
    if (stored || (!isPredicated(draft, index) && !(index > 0 && isPredicated(draft, index - 1)))) {
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
