#pragma once
// A kernel between syntax and DecodedKernel: blocks of instructions over virtual registers. The passes of decoding work
// on it.
#include <string>
#include <vector>

#include "sim/decode/context.h"

namespace gpusim {

struct DraftInstruction {
  Instruction instruction;
  std::vector<unsigned> reads, writes;  // operand slots
  std::vector<Operand> more;            // the slots past Instruction::operand

  Operand& at(unsigned slot) { return operandSlot(instruction, more, slot); }
  Operand at(unsigned slot) const { return const_cast<DraftInstruction*>(this)->at(slot); }
};

struct DraftBlock {
  std::vector<std::string> labels;
  std::vector<DraftInstruction> instructions;
  Operand warpSync = noOperand;
  Terminator end;
  std::string targetLabel;
  unsigned endWeight = 0;  // of the terminator and of moves removed before it
  std::uint32_t reconverge = BasicBlock::noBlock;
  bool isPredicated = false;
};

struct Draft {
  std::vector<DraftBlock> blocks;

  /// Blocks that may follow block `index`.
  std::vector<std::uint32_t> successors(std::size_t index) const;
};

// The passes, in order.

/// Replaces reads of registers that only ever hold a copy (of a constant, parameter, special register or other register
/// written once) by what they copy, and drops the copies.
void propagateCopies(KernelBuilder& builder, Draft& draft);

/// Sets each block's reconvergence point: its immediate post-dominator. Edges of a branch into a block that does
/// nothing but return are left out, so that an early return does not keep the other lanes apart.
void findReconvergence(Draft& draft);

/// What each register's value is known to be a multiple of, as a power of two's exponent: what ptxas must know to merge
/// loads.
std::unordered_map<std::string, unsigned> knownAlignment(const ast::Function& function, const KernelBuilder& builder);

/// Marks adjacent shared loads, or stores, of one base as the one wider access ptxas makes of them. Only counting
/// changes.
void mergeSharedAccesses(KernelBuilder& builder, Draft& draft);

/// Marks the bodies of short ifs, which ptxas predicates.
void markPredicated(Draft& draft);

/// Marks the loads that start a round of waiting for memory; the time model counts rounds.
void markLoadRounds(Draft& draft);

/// Whether what one block does to global memory may depend on which blocks ran before it: an atomic whose old value is
/// used, or that does not commute (a sum of floats, an exchange), or a load that waits for other blocks' stores.
bool blocksInteract(const Draft& draft);

/// Gives virtual registers their places by linear scan over live intervals. Returns the most 32-bit registers live at
/// once.
unsigned allocateRegisters(KernelBuilder& builder, Draft& draft);

}  // namespace gpusim
