#pragma once
// ld.param and st.param where the parameter is named: the kernel's own, and what calls pass.
#include "sim/decode/context.h"

namespace gpusim {

/// Decodes an access to a parameter or result of a function, or to what a call passes. False when `address` names none.
bool decodeFrameAccess(DecodeContext& context, const ast::Operand& address, const ast::Operand& value, ScalarType type,
                       unsigned elements, bool isStore);

/// Decodes the load of a kernel's parameter by name as a copy of a launch-uniform value. False when it is none.
bool decodeParameterLoad(DecodeContext& context, ScalarType type);

}  // namespace gpusim
