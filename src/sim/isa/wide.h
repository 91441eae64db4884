#pragma once
// Values of 128 bits: two registers of 64 each (wideHalfNames).
#include "sim/decode/context.h"

namespace gpusim {

/// The halves of a register of 128 bits as a vector of two, lower half first; a vector as it is.
ast::Operand wideHalves(const ast::Operand& operand);

/// mov.b128, after its type was taken.
void decodeWideMove(DecodeContext& context);

/// atom.exch.b128 and atom.cas.b128, after everything but the operands was taken.
void decodeWideAtomic(DecodeContext& context, bool compares, bool hasPolicy);

}  // namespace gpusim
