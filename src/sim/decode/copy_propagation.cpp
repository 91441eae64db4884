#include <algorithm>
#include <unordered_map>

#include "sim/decode/draft.h"

namespace gpusim {
namespace {

template <class F>
void eachTerminatorRead(Terminator& end, F&& use) {
  if (end.predicate.base == Operand::registers) use(end.predicate);
  if (end.threads.base == Operand::registers) use(end.threads);
  if (end.number.base == Operand::registers) use(end.number);
}

/// Which registers some path may read before it writes them. A copy from such a register, or into one, may serve the
/// next iteration of a loop while its source already holds another value.
class EarlyReads {
 public:
  explicit EarlyReads(const Draft& draft) : draft_(draft), first_(draft.blocks.size()), visited_(draft.blocks.size()) {
    for (std::size_t k = 0; k < draft.blocks.size(); ++k) {
      const DraftBlock& block = draft.blocks[k];
      const auto note = [&](Operand operand, bool isRead) {
        if (operand.base == Operand::registers) first_[k].try_emplace(operand.offset, isRead);
      };
      note(block.warpSync, true);
      for (const DraftInstruction& item : block.instructions) {
        for (unsigned slot : item.reads) note(item.at(slot), true);
        note(item.instruction.guard, true);
        // A guarded write leaves some lanes without a value.
        for (unsigned slot : item.writes) note(item.at(slot), item.instruction.guard.base != Operand::none);
      }
      note(block.end.predicate, true);
      note(block.end.threads, true);
      note(block.end.number, true);
      note(block.end.result, false);
    }
  }

  bool mayBe(std::uint32_t reg) {
    ++round_;
    std::vector<std::uint32_t> pending{0};
    while (!pending.empty()) {
      const std::uint32_t block = pending.back();
      pending.pop_back();
      if (block >= visited_.size() || visited_[block] == round_) continue;
      visited_[block] = round_;
      const auto found = first_[block].find(reg);
      if (found == first_[block].end())
        for (std::uint32_t next : draft_.successors(block)) pending.push_back(next);
      else if (found->second)
        return true;
    }
    return false;
  }

 private:
  const Draft& draft_;
  std::vector<std::unordered_map<std::uint32_t, bool>> first_;  // by block and register: its first access is a read
  std::vector<std::uint64_t> visited_;
  std::uint64_t round_ = 0;
};

}  // namespace

void propagateCopies(KernelBuilder& builder, Draft& draft) {
  std::vector<unsigned> writes(builder.registers.size(), 0);
  for (DraftBlock& block : draft.blocks) {
    for (DraftInstruction& item : block.instructions)
      for (unsigned slot : item.writes) ++writes[item.at(slot).offset];
    if (block.end.result.base == Operand::registers) ++writes[block.end.result.offset];
  }

  EarlyReads earlyReads(draft);
  std::vector<Operand> replacement(builder.registers.size(), noOperand);
  for (DraftBlock& block : draft.blocks)
    for (DraftInstruction& item : block.instructions) {
      const Instruction& instruction = item.instruction;
      if (!instruction.isCopy || item.writes.empty() || writes[instruction.operand[0].offset] != 1) continue;
      const Operand from = instruction.operand[1];
      if (from.base == Operand::registers && writes[from.offset] != 1) continue;
      if (from.base == Operand::registers &&
          (earlyReads.mayBe(instruction.operand[0].offset) || earlyReads.mayBe(from.offset)))
        continue;
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
      for (unsigned slot : item.reads) resolve(item.at(slot));
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
