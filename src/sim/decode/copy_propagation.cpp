#include <algorithm>

#include "sim/decode/draft.h"

namespace gpusim {
namespace {

template <class F>
void eachTerminatorRead(Terminator& end, F&& use) {
  if (end.predicate.base == Operand::registers) use(end.predicate);
  if (end.threads.base == Operand::registers) use(end.threads);
}

}  // namespace

void propagateCopies(KernelBuilder& builder, Draft& draft) {
  std::vector<unsigned> writes(builder.registers.size(), 0);
  for (DraftBlock& block : draft.blocks) {
    for (DraftInstruction& item : block.instructions)
      for (unsigned slot : item.writes) ++writes[item.instruction.operand[slot].offset];
    if (block.end.result.base == Operand::registers) ++writes[block.end.result.offset];
  }

  std::vector<Operand> replacement(builder.registers.size(), noOperand);
  for (DraftBlock& block : draft.blocks)
    for (DraftInstruction& item : block.instructions) {
      const Instruction& instruction = item.instruction;
      if (!instruction.isCopy || item.writes.empty() || writes[instruction.operand[0].offset] != 1) continue;
      const Operand from = instruction.operand[1];
      if (from.base == Operand::registers && writes[from.offset] != 1) continue;
      replacement[instruction.operand[0].offset] = from;
    }

  const auto resolve = [&](Operand& operand) {
    for (unsigned steps = 0;
         operand.base == Operand::registers && replacement[operand.offset].base != Operand::none && steps < 1000;
         ++steps)
      operand = replacement[operand.offset];
  };
  for (DraftBlock& block : draft.blocks) {
    unsigned removed = 0;
    std::vector<DraftInstruction> kept;
    for (DraftInstruction& item : block.instructions) {
      if (item.instruction.isCopy && !item.writes.empty() &&
          replacement[item.instruction.operand[0].offset].base != Operand::none) {
        removed += item.instruction.weight;
        continue;
      }
      for (unsigned slot : item.reads) resolve(item.instruction.operand[slot]);
      item.instruction.weight = static_cast<std::uint16_t>(item.instruction.weight + removed);
      removed = 0;
      kept.push_back(std::move(item));
    }
    block.instructions = std::move(kept);
    block.endWeight += removed;
    resolve(block.warpSync);
    eachTerminatorRead(block.end, resolve);
  }
}

}  // namespace gpusim
