// Values of 128 bits: PTX ISA, "mov" and "atom" with .b128. ld and st take them as two elements (memory.cpp).
#include "sim/isa/wide.h"

#include "sim/isa/addressing.h"

namespace gpusim {
namespace {

// Operands: 0, 1 d; 2, 3 a; lower half first.
struct MoveHalves {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    alignas(64) std::uint64_t value[2][warpSize];
    for (unsigned half = 0; half < 2; ++half)
      std::memcpy(value[half], warp.at<const std::uint64_t>(instruction.operand[2 + half]), sizeof value[half]);
    for (unsigned half = 0; half < 2; ++half)
      if (instruction.operand[half].base != Operand::none)
        writeLanes<Full, std::uint64_t>(warp, instruction.operand[half],
                                        [&, half](unsigned lane) { return value[half][lane]; });
  }
};

// Operands: 0, 1 old value; 2, 3 new value; 4 address; 6, 7 what cas compares with. One host thread runs all blocks of
// such a kernel (decode/block_interaction.cpp), so the halves need no lock.
template <bool Compares>
void exchange(Warp& warp, const Instruction& instruction) {
  alignas(64) std::uint64_t address[warpSize];
  addressesOf(warp, instruction.operand[4], instruction.wideAddress, instruction.immediate, address);
  const Operand* compared = moreOperands(warp, instruction);
  inSpaces(warp, instruction, address, AccessKind::atomic, [&](const Access& access, const std::uint64_t* at, bool) {
    for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      auto* cell = reinterpret_cast<std::uint64_t*>(at[lane] + access.delta);
      const std::uint64_t old[2] = {cell[0], cell[1]};
      bool isEqual = true;
      if constexpr (Compares)
        for (unsigned half = 0; half < 2; ++half)
          isEqual = isEqual && old[half] == warp.at<const std::uint64_t>(compared[half])[lane];
      for (unsigned half = 0; half < 2; ++half) {
        if (isEqual) cell[half] = warp.at<const std::uint64_t>(instruction.operand[2 + half])[lane];
        if (instruction.operand[half].base != Operand::none)
          warp.at<std::uint64_t>(instruction.operand[half])[lane] = old[half];
      }
    }
  });
}

void halfSources(DecodeContext& context, std::size_t k, unsigned slot) {
  const ast::Operand halves = wideHalves(context.operandAt(k));
  if (halves.elements.size() != 2) return context.fail("two halves of 64 bits are expected", ErrorCode::invalidPtx);
  for (unsigned half = 0; half < 2; ++half) context.source(slot + half, halves.elements[half], ScalarType::b64);
}

void halfDestinations(DecodeContext& context) {
  if (context.operandAt(0).kind == ast::Operand::Kind::discard) return;
  const ast::Operand halves = wideHalves(context.operandAt(0));
  if (halves.elements.size() != 2) return context.fail("two halves of 64 bits are expected", ErrorCode::invalidPtx);
  for (unsigned half = 0; half < 2; ++half) context.destination(half, halves.elements[half]);
}

}  // namespace

ast::Operand wideHalves(const ast::Operand& operand) {
  if (operand.kind != ast::Operand::Kind::name) return operand;
  ast::Operand halves;
  halves.kind = ast::Operand::Kind::vector;
  for (const char* half : wideHalfNames) {
    ast::Operand element = operand;
    element.name += half;
    halves.elements.push_back(element);
  }
  return halves;
}

void decodeWideMove(DecodeContext& context) {
  halfDestinations(context);
  halfSources(context, 1, 2);
  setHandlers<MoveHalves>(context);
}

void decodeWideAtomic(DecodeContext& context, bool compares, bool hasPolicy) {
  halfDestinations(context);
  addressSource(context, 4, context.operandAt(1));
  if (compares) halfSources(context, 2, firstMore);
  halfSources(context, compares ? 3 : 2, 2);
  if (hasPolicy) context.ignoreOperands(compares ? 4 : 3);
  context.out.isOrdered = true;
  context.out.width = context.out.ptxasWidth = 16;
  context.out.elementBytes = 16;
  setHandler(context, compares ? exchange<true> : exchange<false>);
}

}  // namespace gpusim
