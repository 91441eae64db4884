#include "sim/isa/addressing.h"

namespace gpusim {

void takeSpace(DecodeContext& context) {
  // A cluster is one block here, so its shared memory is the block's.
  const int space = context.takeOne({"global", "shared", "shared::cta", "shared::cluster"});
  context.out.space = space < 0 ? Space::generic : space == 0 ? Space::global : Space::shared;
}

void addressSource(DecodeContext& context, unsigned slot, const ast::Operand& operand) {
  if (operand.kind != ast::Operand::Kind::address)
    return context.fail("an address in brackets is expected", ErrorCode::invalidPtx);
  context.out.immediate = operand.offset;
  ast::Operand base;
  base.kind = ast::Operand::Kind::name;
  base.name = operand.name;
  const auto found = context.builder.registerByName.find(operand.name);
  if (found != context.builder.registerByName.end()) {
    context.out.wideAddress = bytesOf(context.builder.registers[found->second].type) == 8;
    return context.source(slot, base, context.out.wideAddress ? ScalarType::u64 : ScalarType::u32);
  }
  context.out.wideAddress = true;
  if (operand.name.empty()) {
    context.out.operand[slot] = context.builder.constant(0, 8);
    return;
  }
  const auto symbol = context.builder.symbols.find(operand.name);
  if (context.out.space == Space::generic && symbol != context.builder.symbols.end())
    context.out.space = symbol->second.kind == Symbol::Kind::shared ? Space::shared : Space::global;
  context.source(slot, base, ScalarType::u64);
}

}  // namespace gpusim
