#pragma once
// cvt is one opcode in two files: convert.cpp has the conversions of single values, convert_packed.cpp those whose
// result is several values in one register, and tf32.
#include "sim/decode/context.h"

namespace gpusim {

/// True for .f16x2, .bf16x2, .tf32 and cvt.pack.
bool isPackedConversion(const DecodeContext& context);
void convertPacked(DecodeContext& context);

}  // namespace gpusim
