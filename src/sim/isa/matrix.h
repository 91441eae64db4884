#pragma once
// What the matrix instructions share when they are decoded.
#include <vector>

#include "sim/decode/context.h"
#include "sim/exec/matrix.h"

namespace gpusim {

struct MatrixShape {
  unsigned m = 0, n = 0, k = 0;
};

/// All modifiers that name matrix types, in the instruction's order.
std::vector<MatrixType> takeMatrixTypes(DecodeContext& context);
/// False, and a failure, when no shape is named.
bool takeMatrixShape(DecodeContext& context, MatrixShape& shape);

/// Makes diverged lanes of the warp meet before the instruction.
void wholeWarp(DecodeContext& context);
/// Reports a matrix instruction that not all 32 lanes execute.
bool wholeWarpRuns(Warp& warp, const Instruction& instruction);

/// wmma.load and wmma.store, after that modifier.
void decodeMatrixLoad(DecodeContext& context);
void decodeMatrixStore(DecodeContext& context);

}  // namespace gpusim
